import type { Request } from '#shared/model/request.ts'
import type { User } from '#shared/model/reference.ts'
import type { FormDraft } from '#web/data/device.ts'
import { stepKey } from '#web/state/request-steps.ts'
import type { StepDraft } from '#web/state/step-draft.ts'
import { firstValues, type StartChoices, type StartValues } from './start-values.ts'

/** The start of a request that says the same again, as far as that can still be chosen; when it is due is asked. */
export function valuesLike(like: Request, choices: StartChoices, user: Pick<User, 'teamId'>): StartValues {
  const values = firstValues({ ...choices, last: like }, user)
  const isOffered = choices.poolCodes.some(
    (pool) => pool.poolCode === like.poolCode && pool.projectTypeId === values.projectTypeId,
  )
  return { ...values, poolCode: isOffered ? like.poolCode : '', blanketTasking: like.blanketTasking }
}

/** Its other steps, as if they had been typed into the new request already: each is read and sent by the person. */
export function stepsLike(like: Request, newId: number, saved: string): FormDraft[] {
  const { category, tasks, contactDetails, taskDetails, specialInstructions, subTaskId, recipients } = like
  const typed = <T extends object>(base: T, values: T): StepDraft<T> => ({ base, values })
  return [
    {
      key: stepKey(newId, 'tasks'),
      saved,
      values: typed({ category: 0, tasks: [] as Request['tasks'] }, { category, tasks }),
    },
    {
      key: stepKey(newId, 'details'),
      saved,
      values: typed(
        { contactDetails: '', taskDetails: '', specialInstructions: '', subTaskId: 0 },
        { contactDetails, taskDetails, specialInstructions, subTaskId },
      ),
    },
    {
      key: stepKey(newId, 'complete'),
      saved,
      values: typed({ recipients: '', approval: '' }, { recipients, approval: '' }),
    },
  ]
}
