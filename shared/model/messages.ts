import { counted } from '../lib/counted.ts'
/** The specification's literal texts, each written once. */
export const description = 'Please enter a description'
export const service = 'Please select a service'
export const subservice = 'Please select a sub service'
export const team = 'Please select a team'
export const advisor = 'Please select an advisor'
export const country = 'Please select a country'
export const assignee = 'Please select an assignee'
export const projectType = 'Please select a project'
export const poolCode = 'Please select a pool code'
export const shipNumber = 'Please select a ship number'
export const shipOfPool = (code: string, ship: number): string =>
  `${code} has the ship number ${ship}. Please leave it out or send that one`
export const dueDate = 'Please enter a due date'
export const dueDatePast = 'The due date cannot be before today'
export const dueDateCorOnly = 'Only a COR can change the due date'
export const day = 'Please enter a date such as 2026-04-30'
export const amount = 'Please enter an amount of 0 or more'
export const cost = 'Please enter an amount of at most $1,000,000,000'
export const money = 'Please enter an amount of at most $1,000,000,000,000'
export const tooMuchMoney = 'This is more than its pool can hold. Enter a smaller amount.'
export const tooLong = (most: number): string => `Please enter at most ${counted(most)} characters`
export const oneLine = 'Please type this on one line, without invisible characters'
export const unreadableText = 'A character here cannot be read. Please type it instead of pasting it'
/** A choice that could be made once. */
export const inactive = (message: string): string => `${message}. The chosen one is no longer active`
export const contactDetails = 'Contact Details are required'
export const taskDetails = 'Request Details are required'
export const tasks = 'Please select at least one task.'
export const tasksInactive = (names: readonly string[]): string =>
  `No longer active: ${names.join(', ')}. Please select another task.`
export const tasksOnce = 'Please select each task only once.'
export const subTask = 'Please select a task'
export const comment = 'Please enter at least 3 characters'
export const reason = 'Please enter a reason of at least 3 characters'
export const amendment = 'Please enter an amendment of at least 3 characters'
export const requestText = 'Please enter a text of at least 3 characters'
export const deliverableName = 'Please enter a name of at least 3 characters'
export const allFields = 'Please complete all required fields'
export const fullName = 'Full name is required'
export const email = 'Invalid email'
export const emailRequired = 'Email is required'
export const roles = 'Roles are required'
export const title = 'Title is required'
export const name = 'Name is required'
export const poolCodeText = 'Pool Code is required'
export const ship = 'Ship Number is required'
export const funds = 'Funds are required, 0 or more'
export const password = 'Password must be at least 6 characters'
export const currentPassword = 'Please enter your current password. Your e-mail and your password change only with it.'
export const wrongPassword = 'This is not your current password. Nothing was changed. Please enter it again.'
export const lookOnly = (what: string) => `You can look at ${what}; a Manager changes them.`
export const adminsOnly = 'Only an Admin can change the account of an Admin.'
export const othersSignIn =
  'Only an Admin can set the password or the e-mail of somebody else. Send them a link to choose a new password instead.'
export const resetSentTo =
  'If this account is active and this server sends mail, a link to choose a new password is on its way.'
export const signInFailed = 'Incorrect email address or password.'
export const resetSent = 'Password reset email sent, click back to return to login'
export const linkOver = 'This link is no longer valid. Please ask for a new one.'
export const passwordSet = 'Your password is set. You can sign in now.'
/** An answer was lost, and the link is over now. */
export const passwordMayBeSet = 'Your password may be set already: try to sign in with it.'
export const saved = 'Saved Successfully!'
export const savedInPart =
  'Saved in part: somebody else changed the same field first. What you typed there waits in the Outbox.'
export const deleted = 'Deleted Successfully!'
export const savedOnDevice = 'Saved on this device. It will be sent when you are connected.'
/** A write that the device does not take; the person's words are still where they were typed. */
export const importRows = 'Import 1 to 500 rows at once'
export const neighbour = 'The list has changed. Look at it once more, then move it.'
export const handOver = 'Choose 1 to 500 taskings'
export const handOverToOther = 'Choose somebody else'
export const substitute = 'Choose somebody else with an active account'
export const decidesNothing = 'There is nothing to decide for them: ADs, CORs and Managers decide.'
export const notTheSameRole = (roles: string) =>
  `Their roles lack ${roles}. Choose somebody who has that, or ask an Admin to name them.`
export const firstDay = 'Please choose the first day'
export const lastDay = 'Please choose the last day'
export const lastBeforeFirst = 'The last day lies before the first'
export const accountInactive = 'This account is inactive'
export const dayIsOver = 'This day is over'
export const tooLongAway = 'At most a year'
export const seesAnotherTeam =
  'They see the taskings of another team alone. Choose somebody who sees these, or a person of no team.'
export const standsInForMany = 'They stand in for 20 people already. Choose somebody else.'
export const deviceFull = 'This device is full. Not saved yet. Free some room, copy the text, or save a copy.'
export const deviceClosed =
  'This browser cannot write to this device. Not saved yet. Copy the text or save a copy, then reload the page.'
/** What nobody expected to fail did. */
export const unexpected =
  'Something went wrong. What you just did may not be saved: look, and do it again. If it keeps happening, reload the page.'
export const deleteQuestion = 'Do you really want to delete this item?'
export const cancelQuestion = 'Are you sure you want to cancel this project?'
export const failed = 'An error occurred, please try again later!'
export const notLetThrough = (status: number) =>
  `Something between this device and the server does not let this through (${status}). Try another network, or save a copy.`
export const noData = 'No data received'
export const noFilter = 'Please select at least one filter to find projects.'
export const notOnDevice = 'Not on this device yet. Connect once to load it.'
/** The same while there is a connection. */
export const notFetched = 'Not on this device yet. It could not be fetched.'
export const fileUnreachable = 'The file cannot be fetched without a connection. Try again when you are connected.'
export const unsafeName =
  'This name is not safe everywhere. Please leave out signs such as / : ? and spaces at its ends'
export const tooLargeFile = ({ maxFileMb }: { maxFileMb: number }) => `This file is too large: at most ${maxFileMb} MB.`
export const manyComing = 'Too many of your files are on their way here.'
export const onePlace = 'A file belongs to a tasking or to a request. Please name one of them'
export const noHash = 'Please give the SHA-256 of the bytes as 64 digits and letters from a to f'
export const foreignIds = 'This was made with ids that do not belong to this device.'
export const changedSince = 'Somebody else changed this since you opened it. Look at it as it is now, then save again.'
/** Of a field that both have changed. */
export const chooseFirst = 'Somebody else changed this meanwhile. Choose theirs or yours above, then save.'
export const onlineOnly = 'This can only be saved while you are connected.'
export const calledOff = 'Called off. Nothing was changed.'
export const noAnswer = 'The server did not answer. Look again when you are connected: it may be done all the same.'
export const noAccess = 'You do not have access to that page.'
/** Why the text of a request cannot be edited (C-246). */
export const textKept = (name: string) =>
  `${name} of this request is approved, so its text stays as it is. Amend instead.`
/** The same, when who asks may not see that tasking. */
export const textKeptElsewhere =
  'Another tasking of this request is approved, so its text stays as it is. Amend instead.'
export const requestComplete = (type: string) => `Your ${type} Request is now complete.`
export const requestSaved = (type: string) => `Your ${type} Request is saved on this device.`
export const notOwnRequest = 'You cannot approve your own request.'
export const commentHidden = 'This comment has been hidden, so it cannot be changed. Write a new one.'
export const standingReason = 'This is why it is denied. It can be hidden once the tasking is amended.'
export const openDeliverables = 'Complete or delete the open deliverables first.'
export const canceledTasking = 'This tasking was canceled.'
export const completedTasking = 'This tasking is completed.'
export const tooManyViews = 'You have 30 saved views. Delete one first.'
/** Section 8, at the places whose rows have not come (C-249). */
export const loadingProjects = 'Error loading projects'
export const fetching = (message: string) => `Error fetching data - ${message}`
export const fetchingResources = (message: string) => `Error fetching resource data - ${message}`
export const fetchingProjects = (message: string) => `Error fetching project data - ${message}`
export const fetchingComments = (message: string) => `Error fetching comments - ${message}`
/** On the screen of the filters. */
export const filteringResources = 'error fetching resource data...'
export const filteringProjects = 'error fetching project data...'
