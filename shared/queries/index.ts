import type { AnyQuery } from '../kernel/query.ts'
import { referenceRooms } from '../reference/index.ts'
import * as dashboard from './dashboard.ts'
import * as files from './files.ts'
import * as find from './find.ts'
import * as funding from './funding.ts'
import * as notifications from './notifications.ts'
import * as projects from './projects.ts'
import * as requests from './requests.ts'
import * as statistics from './statistics.ts'

const isQuery = (value: unknown): value is AnyQuery =>
  typeof value === 'object' && value !== null && 'answer' in value && 'reads' in value

/** Every question by its name. A question exported from its file is registered. */
export const queries: ReadonlyMap<string, AnyQuery> = new Map(
  [dashboard, find, requests, projects, files, funding, statistics, notifications, ...referenceRooms]
    .flatMap((room) => Object.values(room) as unknown[])
    .filter(isQuery)
    .map((query) => [query.name, query]),
)
