/** What the cards count, in words. */
export const counted = {
  inProgress: 'Accepted or internal taskings that are not finished, overdue ones included',
  overdue: 'Taskings in progress whose due date is before today',
  requests: 'Requested taskings that are not accepted yet, denied ones included',
}
