import type { Instant } from '../lib/day.ts'
import type { ProjectFacts } from '../model/project.ts'
import type { User } from '../model/reference.ts'

/** What completing changes on a tasking, by itself or with its last deliverable (C-252). */
export const completedBy = ({ actor, now, received }: { actor: User; now: Instant; received: Instant | null }) =>
  ({
    completed: true,
    completedById: actor.id,
    completedDate: now,
    completedReceivedDate: received,
    modifiedById: actor.id,
    modifiedDate: now,
  }) satisfies Partial<ProjectFacts>
