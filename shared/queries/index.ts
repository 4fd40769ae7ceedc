import type { AnyQuery } from '../kernel/query.ts'
import { referenceRooms } from '../reference/index.ts'
import * as comments from './comments.ts'
import * as dashboard from './dashboard.ts'
import * as deliverables from './deliverables.ts'
import * as dueTaskings from './due-taskings.ts'
import * as files from './files.ts'
import * as findChoices from './find-choices.ts'
import * as find from './find.ts'
import * as firstSteps from './first-steps.ts'
import * as funding from './funding.ts'
import * as months from './months.ts'
import * as notifications from './notifications.ts'
import * as openPicture from './open-picture.ts'
import * as projects from './projects.ts'
import * as queue from './queue.ts'
import * as referenceLists from './reference-lists.ts'
import * as requests from './requests.ts'
import * as statistics from './statistics.ts'
import * as substitutes from './substitutes.ts'

const isQuery = (value: unknown): value is AnyQuery =>
  typeof value === 'object' && value !== null && 'answer' in value && 'reads' in value

/** Every question by its name. A question exported from its file is registered. */
export const queries: ReadonlyMap<string, AnyQuery> = new Map(
  [
    comments,
    dashboard,
    deliverables,
    dueTaskings,
    files,
    find,
    findChoices,
    firstSteps,
    funding,
    months,
    notifications,
    openPicture,
    projects,
    queue,
    referenceLists,
    requests,
    statistics,
    substitutes,
    ...referenceRooms,
  ]
    .flatMap((room) => Object.values(room) as unknown[])
    .filter(isQuery)
    .map((query) => [query.name, query]),
)
