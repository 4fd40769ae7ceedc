import { abilities, type Ability, type relations, type times, type Way } from '#shared/rules/abilities.ts'
import { capabilities, isCapability, type Capability } from '#shared/rules/access.ts'

type Name = Ability | Capability
const waysOf = (name: Name): readonly Way[] => (isCapability(name) ? [{ roles: capabilities[name] }] : abilities[name])

/** The table of abilities in words, for the document and for `docs/roles.md`. */
export function whoInWords(names: readonly Name[]): string {
  const [first, ...others] = [...new Set(names)]
  if (!first) return 'Everybody who is signed in.'
  if (others.length === 0) return sentenceOf(first)
  return [first, ...others].map((name) => `To ${named(name)}: ${sentenceOf(name)}`).join(' ')
}

const sentenceOf = (name: Name): string =>
  waysOf(name)
    .map(({ while: time, ...way }: Way, at) => {
      const [who, when] = [theseInWords(way), time ? ` ${timeInWords[time]}` : '']
      return (at === 0 ? who : lowered(who)) + when
    })
    .join('; ') + '.'

/** `AD, COR and its assignee`. */
function theseInWords({ roles = [], or }: Way): string {
  const all = [...roles, ...(or ? [relationInWords[or]] : [])]
  if (all.length === 0) return 'Everybody who is signed in'
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : capital(String(all[0]))
}

const timeInWords: Record<keyof typeof times, string> = {
  open: 'while it is open',
  unapproved: 'until it is approved',
  undecided: 'until it is authorized',
  first: 'while nothing is approved',
  approved: 'once it is approved',
  progress: 'while it is in progress',
  denied: 'while it is denied',
  draft: 'until it is finished',
}
const relationInWords: Record<keyof typeof relations, string> = {
  author: 'whoever made it',
  assignee: 'its assignee',
  self: 'oneself',
}

/** `hideComment` → `hide comment`. */
const named = (name: Name): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
const lowered = (words: string): string => (words.startsWith('Everybody') ? 'everybody' : words)

/** `docs/roles.md`, whole. */
export const rolesPage = (): string => `# Roles

Who may do what, made of the tables in \`shared/rules/abilities.ts\` and, for what hangs on the role alone, \`access.ts\`: commands, buttons, statuses and the document of the API read it too. A test holds this
page to it; \`npx vitest run sync-server/rest/contract/who.test.ts -u\` writes it anew. Whoever may not is refused with 403, whoever
may but not at this step with 409, by whom and when. The same by hand, as the specification has it: \`sync-server/spec-tables/decision-table.ts\`.

| What | Who |
|---|---|
${([...Object.keys(abilities), ...Object.keys(capabilities)] as Name[]).map((name) => `| ${capital(named(name))} | ${sentenceOf(name)} |`).join('\n')}

An organisation that does not want self-approval (\`ALLOW_SELF_APPROVAL\`) keeps people from approving what they requested; one that requires authorization
(\`REQUIRE_COR_AUTHORIZATION\`) lets a Manager accept and deny only what a COR has authorized. Everything else is everybody's who is signed in and sees the row.
`
