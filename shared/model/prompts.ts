/**
 * The catalogue in words, for screens. Beside it, because the service worker carries the catalogue too, and has no use for them.
 * First what to think of for contact details, request details and special instructions, by category (C-128).
 */
export const promptsOf: Readonly<
  Record<number, { contact: string; details: string; instructions: string } | undefined>
> = {
  1: {
    contact:
      'Who meets the interpreter or receives the text? Give a name, a phone number and the hours when the link is good.',
    details:
      'Which languages, how many days or pages, what subject, how many participants? Simultaneous or consecutive?',
    instructions: 'Glossaries, clearances, equipment that is already there, formats in which a text must be returned.',
  },
  2: {
    contact: 'Who travels, and whom does the driver call on arrival? A local number helps most.',
    details: 'From where to where, on which dates and times, how many people and how much luggage?',
    instructions: 'Security rules, child seats, armored vehicles, routes to avoid, overnight stays of the driver.',
  },
  3: {
    contact: 'Who receives the equipment, and where can a technician reach that person?',
    details: 'What is needed, how many, since when does the present one fail, what is it used for?',
    instructions: 'Customs rules, plug types, approved models, data that must be moved or destroyed.',
  },
  4: {
    contact: 'Who confirms the delivery and signs for it? Give the address as a local driver would write it.',
    details: 'What, how many, which quality or model, and by which day? Add local offers if you have them.',
    instructions: 'Tax exemption, inventory numbers, opening hours, stairs and lifts.',
  },
  5: {
    contact: 'Who in the ministry or agency works with the expert, and who organizes the visit?',
    details: 'Which question must be answered, which experience is needed, when, and for how many days?',
    instructions: 'Languages, earlier reports, people the expert must or must not meet, clearances.',
  },
  6: {
    contact: 'Who supervises the assistant, and who interviews candidates?',
    details: 'Which work, how many hours a week, from when until when, which languages and skills?',
    instructions: 'Known candidates, workplace and equipment, holidays, rules of the host institution.',
  },
  7: {
    contact: 'Who hands the goods over and who receives them? Names and numbers at both ends.',
    details: 'What is shipped, weight and volume, from where to where, ready on which day?',
    instructions: 'Dangerous or fragile goods, diplomatic papers, insurance, packing material.',
  },
  8: {
    contact: 'Who can answer questions about this, and when is that person reachable?',
    details: 'What do you need, for whom, where, from when, and what happens if it comes late?',
    instructions: 'Rules, papers, earlier arrangements, people who should be asked first.',
  },
}

/** A category in a few words. */
export const summaryOf: Readonly<Record<number, string>> = {
  1: 'Interpreters and written translation',
  2: 'Drivers, vehicles, transfers',
  3: 'Phones, computers, connections',
  4: 'Supplies, furniture, property',
  5: 'Specialists for a mission',
  6: 'People who help on site',
  7: 'Shipments and customs',
  8: 'Housing, subcontracts, the rest',
}

/** What a task of the catalogue is, by its `taskId`. */
export const descriptionOf: Readonly<Record<number, string>> = {
  101: 'An interpreter for meetings, workshops or field visits.',
  102: 'Documents, slides or manuals into another language.',
  103: 'A second reader checks a translation you already have.',
  104: 'Lessons for an advisor before or during the assignment.',
  105: 'Recordings written down, in the original or translated.',
  201: 'A driver and a car for one or several days.',
  202: 'Pick-up or drop-off at an airport or a border.',
  203: 'A vehicle that you drive yourself.',
  204: 'A bus or several cars for a delegation.',
  205: 'A domestic flight or charter seat.',
  301: 'A new or repaired computer with the standard setup.',
  302: 'A handset and airtime where there is no network.',
  303: 'SIM cards, data plans and roaming.',
  304: 'An office or residence line, or a backup link.',
  305: 'A program that the assignment needs.',
  401: 'Paper, toner and everything small.',
  402: 'Desks, chairs, shelves and safes.',
  403: 'Manuals, banners and certificates, printed locally.',
  404: 'Inventory that is handed over, sold or destroyed.',
  405: 'A room with equipment for a meeting or training.',
  501: 'A specialist travels to the country for some days.',
  502: 'A specialist advises or reviews from a distance.',
  503: 'An expert prepares and holds a course.',
  504: 'Help with a law, a regulation or a contract.',
  601: 'An assistant for up to three months.',
  602: 'A local assistant for the whole assignment.',
  603: 'A running contract is prolonged.',
  604: 'Help before and during one event.',
  701: 'A move to, from or between posts.',
  702: 'Urgent goods by air, door to door.',
  703: 'Goods by sea, road or rail.',
  704: 'Goods that are held at a border or port.',
  705: 'Goods kept safe for some time.',
  801: 'A residence for an advisor, from search to repair.',
  802: 'A firm that carries out part of a project.',
  803: 'Health insurance, checks and evacuation cover.',
  804: 'Visas, residence and work permits.',
  805: 'Anything that fits nowhere above.',
}
