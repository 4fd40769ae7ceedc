import * as advisors from './advisors.ts'
import * as countries from './countries.ts'
import * as deliverableTemplates from './deliverable-templates.ts'
import * as poolCodes from './pool-codes.ts'
import * as poolTypes from './pool-types.ts'
import type { Reference } from './reference.ts'
import * as services from './services.ts'
import * as subservices from './subservices.ts'
import * as teams from './teams.ts'
import * as users from './users.ts'

/** Every table of reference data, with its verb and its questions. */
export const referenceRooms = [
  ...[countries, advisors, teams, users, poolTypes, poolCodes],
  ...[services, subservices, deliverableTemplates],
]

const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && 'table' in value && 'rest' in value

export const references: readonly Reference[] = referenceRooms
  .flatMap((room) => Object.values(room) as unknown[])
  .filter(isReference)
