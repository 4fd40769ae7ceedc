import type { Random } from './random.ts'

const topics = [
  'treasury single account reform',
  'the new audit manual',
  'tax arrears management',
  'the public debt bulletin',
  'budget execution reports',
  'risk-based bank supervision',
  'the asset recovery unit',
  'large taxpayer segmentation',
  'medium-term expenditure planning',
  'the deposit insurance law',
  'customs valuation',
  'cash forecasting',
  'anti-money-laundering inspections',
  'the credit registry',
  'program evaluation methods',
  'domestic bond auctions',
  'e-filing for small businesses',
  'procurement oversight',
  'internal audit training',
]
const places = [
  'the ministry of finance',
  'the central bank',
  'the revenue authority',
  'the national audit office',
  'the debt office',
  'the regional tax office',
  'the financial intelligence unit',
  'the budget directorate',
]
const languages = [
  'French',
  'Spanish',
  'Portuguese',
  'Swahili',
  'Romanian',
  'Georgian',
  'Russian',
  'Amharic',
  'Khmer',
  'Albanian',
]
const rooms = [
  'the third floor',
  'the annex',
  'the training center',
  'the main building',
  'the residence',
  'the warehouse near the port',
]

type Fill = (random: Random) => string
const n =
  (from: number, to: number): Fill =>
  (random) =>
    String(random.int(from, to))
const slots: Record<string, Fill> = {
  topic: (random) => random.pick(topics),
  place: (random) => random.pick(places),
  language: (random) => random.pick(languages),
  room: (random) => random.pick(rooms),
  days: n(2, 15),
  people: n(4, 40),
  pages: n(12, 180),
  hours: n(10, 40),
  kilos: n(40, 900),
  months: n(2, 12),
}

const fill = (template: string, random: Random): string =>
  template.replace(/\{(\w+)\}/g, (whole, slot: string) => slots[slot]?.(random) ?? whole)

/** What people write when they ask for a task of the catalogue. */
const details: Record<number, readonly string[]> = {
  101: [
    'Consecutive interpretation between English and {language} for a {days}-day workshop on {topic} with {people} participants from {place}.',
    'Interpreter for {days} days of meetings at {place} about {topic}; the director speaks {language} only and dislikes whispering.',
  ],
  102: [
    'Please translate {pages} pages about {topic} into {language}. The counterparts at {place} review the text before it is printed.',
    'Slides and handouts for a course on {topic}, about {pages} pages, from English into {language}, with the layout kept as it is.',
  ],
  103: [
    'The draft on {topic} was translated in a hurry; we need a second reader in {language} who knows the vocabulary of {place}.',
  ],
  104: [
    'Lessons in {language} for an advisor, {hours} hours in all before the assignment at {place} begins, mornings and by video if possible.',
  ],
  105: [
    'Recordings of {days} interviews on {topic} have to be written down in {language} and in English, with time marks for quotations.',
  ],
  201: [
    'Driver and car for {days} days of field visits about {topic}, starting from {place}; roads outside the capital need four-wheel drive.',
    'The advisor inspects {days} district offices about {topic}; please arrange a driver with vehicle and his overnight stays.',
  ],
  202: [
    'Airport transfer for {people} guests who come for the conference on {topic}; flights arrive at night and luggage includes two crates.',
  ],
  203: [
    'A vehicle for {days} days that the advisor drives between {place} and the provinces; automatic gear and full insurance, please.',
  ],
  204: [
    'A bus for {people} trainees between the hotel and {place} during the {days}-day course on {topic}, twice a day with a stop at noon.',
  ],
  205: [
    'Domestic flight for {days} colleagues to the regional seminar on {topic}; the road takes two days and is closed in the rains.',
  ],
  301: [
    'The laptop used for {topic} fails after {hours} minutes on battery; a replacement with the standard setup is needed before the mission to {place}.',
  ],
  302: [
    'Satellite phone with airtime for {days} days: the route from {place} has no network and the team of {days} reports in every evening.',
  ],
  303: [
    'SIM cards with data for {days} advisors who work on {topic}; roaming in two neighboring countries for the next {months} months.',
  ],
  304: [
    'The office at {place} loses its line several times a day. We ask for a backup link that carries calls and the database on {topic}.',
  ],
  305: [
    'Licenses for {people} users of the statistics program, needed for the analysis of {topic} that starts next month at {place}.',
  ],
  401: [
    'Paper, toner and folders for the course on {topic}: {people} participants, {days} days, delivered to {room} of {place}.',
  ],
  402: [
    'Desks, chairs and a safe for {people} new staff in {room}; {place} asks for a list of everything that is brought in.',
  ],
  403: [
    '{people} sets of the manual on {topic}, printed and bound locally, delivered to {room} of {place} two days before the course.',
  ],
  404: [
    'Inventory of {pages} items in {room} is handed over to {place}; please prepare the papers and a disposal protocol.',
  ],
  405: [
    'A conference room for {people} persons and {days} days with projector and interpretation booth, close to {place}, for talks on {topic}.',
  ],
  501: [
    'A specialist in {topic} for {days} days on site: reviews the present procedure of {place} and drafts recommendations with the counterparts.',
  ],
  502: [
    'Remote review of the draft regulation on {topic}, about {pages} pages, with a call with {place} once a week over {months} months.',
  ],
  503: [
    'Course of {days} days on {topic} for {people} officials of {place}, with exercises drawn from their own cases.',
  ],
  504: [
    'Help with the drafting of a law on {topic}: {place} has a first text and needs comments that compare it with practice elsewhere.',
  ],
  601: [
    'Assistant for {months} weeks, {hours} hours a week: schedules meetings with {place}, takes minutes and keeps the files on {topic}.',
  ],
  602: [
    'Local assistant for the whole assignment at {place}: translations into {language}, logistics, and the monthly figures on {topic}.',
  ],
  603: [
    'The contract of the present assistant ends; please extend it by {months} months, the work with {place} on {topic} goes on as planned.',
  ],
  604: [
    'Two assistants for the event on {topic}: registration of {people} guests, badges, microphones and the list of questions for {place}.',
  ],
  701: [
    'Household goods of the advisor, about {kilos} kg, from the present post to the new one; two items are fragile and one is oversized.',
  ],
  702: [
    '{kilos} kg of printed material on {topic} by air to {place}; customs needs an invoice and a letter that states the purpose.',
  ],
  703: [
    'Furniture and servers, {kilos} kg in one container by sea and road to {place}; it may take {months} weeks but must arrive dry.',
  ],
  704: [
    'Equipment for {place} has been held at the port for {days} days; the agent asks for an exemption and a power of attorney.',
  ],
  705: [
    'Storage for {months} months of {kilos} kg of office equipment until {room} has been renovated; access once a month.',
  ],
  801: [
    'Residence for an advisor and family for {months} months, within {hours} minutes of {place}, with generator and guard.',
    'The water pump at the residence has failed again; the landlord answers after {days} days. Please settle the matter and its costs.',
  ],
  802: [
    'The firm that carries out the survey on {topic} for {place}: {people} interviews in {days} districts, report in {language} and English.',
  ],
  803: [
    'Evacuation cover and health checks for {days} advisors before they travel to the provinces for {topic}; one needs a special diet.',
  ],
  804: [
    'Visas and work permits for {days} experts on {topic}; {place} has confirmed the invitation letters this week.',
  ],
  805: [
    'Fees and badges for {people} officials of {place} who attend the annual meeting on {topic}; the organizer closes the list soon.',
  ],
}
const contacts = [
  'Call the front desk of {place}, extension {hours}{days}; mornings are best, the line is weak after noon.',
  'The advisor can be reached by text message. For deliveries ask for the administrative officer in {room}.',
  'Please write to the resident advisor first; the counterpart at {place} answers in {language} only.',
  'The local assistant coordinates with {place} and is on site from Monday to Thursday, {room}.',
]
const instructions = [
  '',
  '',
  '',
  'The glossary of the last mission should be used again.',
  'Security asks for names and passport numbers three days before.',
  'Invoices must name the pool code and arrive before the end of the quarter.',
  'The counterparts do not work on Friday afternoons.',
  'Please do not contact {place} before the advisor has spoken to the director.',
]
const commentTexts = [
  'Spoke to the counterpart at {place}; the dates hold.',
  'Two offers are in, the third is expected on Thursday.',
  'The advisor asks to begin {days} days earlier if that is possible.',
  'Vendor confirmed. Advance payment was requested and refused, as usual.',
  'Waiting for the letter of {place}; without it customs will not release anything.',
  'Costs checked against the last tasking of this kind, they are in line.',
  'Moved the kick-off call by a day because of the holiday.',
  'Everything delivered to {room}; the receipt follows by mail.',
  'Please keep {topic} out of the invitation, the agenda is not final.',
  'ok from my side',
]
const denialReasons = [
  'The estimate has no offer behind it. Please add at least two and send it again.',
  'This belongs to the training pool, not to technical assistance. Please change the pool code.',
  'The dates collide with the mission that was approved last week; find a later one.',
  'Scope is unclear: what is delivered by whom, and who signs for it at {place}?',
  'The same request was approved in spring. Explain what has changed since.',
]
const amendmentTexts = [
  'Two offers were added and the number of days was reduced to {days}.',
  'The scope now names the deliverables and the person who signs for them at {place}.',
  'Start was moved by {days} days; the counterparts agree.',
  'Participants rise from {days} to {people}; the costs stay within the estimate.',
]
const deliverableNames = [
  'Inception note',
  'Draft report',
  'Final report',
  'Training material',
  'Attendance list',
  'Signed acceptance',
  'Translated text',
  'Delivery note',
  'Mission debrief',
  'Vendor contract',
]
const internalWork = [
  'Prepare the quarterly review of {topic} with figures of all running taskings and a page on what was learned.',
  'Update the vendor list for work on {topic} and check who still delivers to {place}.',
  'Consolidate the reports on {topic} of the last {months} months into one paper for the steering group.',
  'Plan the regional conference on {topic}: venue, {people} guests, interpretation and a budget by line.',
]

const sayOne = (list: readonly string[]) => (random: Random) => fill(random.pick(list), random)
export const say = {
  details: (taskId: number, random: Random) => fill(random.pick(details[taskId] ?? contacts), random),
  contact: sayOne(contacts),
  instructions: sayOne(instructions),
  comment: sayOne(commentTexts),
  denial: sayOne(denialReasons),
  amendment: sayOne(amendmentTexts),
  deliverable: sayOne(deliverableNames),
  internal: sayOne(internalWork),
}
