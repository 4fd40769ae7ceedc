/**
 * What to think of for contact details, request details and special instructions, by category (C-128). Beside the
 * catalogue, because only a screen asks for it: the service worker carries the catalogue too.
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
