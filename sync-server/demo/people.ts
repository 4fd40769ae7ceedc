import type { User } from '#shared/model/reference.ts'

export const DEMO_PASSWORD = 'fieldpost-demo'

/** The specification's teams, with its ids. */
export const teams = [
  { id: 2, name: 'Revenue', prefix: 'RV' },
  { id: 3, name: 'Banking', prefix: 'BK' },
  { id: 4, name: 'Debt', prefix: 'DB' },
  { id: 5, name: 'Budget', prefix: 'BU' },
  { id: 6, name: 'Economic Crimes', prefix: 'EC' },
  { id: 7, name: 'OTA Operations', prefix: 'OP' },
  { id: 8, name: 'Evaluation', prefix: 'EV' },
] as const

export type Person = Pick<User, 'id' | 'fullName' | 'roles' | 'teamId' | 'dashboard' | 'active'> & { mail: string }

const person = (id: number, mail: string, fullName: string, roles: string, teamId = 0, active = true): Person => ({
  id,
  mail,
  fullName,
  roles,
  teamId,
  dashboard: dashboardOf(roles),
  active,
})

const dashboardOf = (roles: string): string =>
  /Manager|Analyst|Admin/.test(roles)
    ? 'manager'
    : /AD|COR/.test(roles)
      ? 'operations'
      : roles.includes('PO')
        ? 'team'
        : ''

/** The first seven are the personas whose names the start prints. */
export const people: readonly Person[] = [
  person(1, 'ana', 'Ana Whitfield', 'Analyst'),
  person(2, 'mia', 'Mia Lindqvist', 'Manager'),
  person(3, 'adam', 'Adam Kessler', 'AD'),
  person(4, 'cora', 'Cora Benedetti', 'COR'),
  person(5, 'pete', 'Pete Okafor', 'PO', 3),
  person(6, 'fin', 'Fin Barlow', 'Finance'),
  person(7, 'ada', 'Ada Novak', 'Admin'),
  person(8, 'marcus', 'Marcus Hale', 'Manager;Analyst'),
  person(9, 'ingrid', 'Ingrid Solheim', 'AD'),
  person(10, 'tomas', 'Tomás Rivera', 'COR'),
  person(11, 'leila', 'Leila Haddad', 'PO', 2),
  person(12, 'jonas', 'Jonas Weber', 'PO', 4),
  person(13, 'amara', 'Amara Diallo', 'PO', 5),
  person(14, 'viktor', 'Viktor Petrov', 'PO', 6),
  person(15, 'sofia', 'Sofia Marin', 'PO', 7),
  person(16, 'grace', 'Grace Mutua', 'PO', 8),
  person(17, 'ben', 'Ben Carver', 'Analyst'),
  person(18, 'yuki', 'Yuki Tanaka', 'Analyst'),
  person(19, 'elena', 'Elena Rusu', 'Analyst', 3),
  person(20, 'omar', 'Omar Siddiqui', 'Analyst', 6),
  person(21, 'claire', 'Claire Dubois', 'Analyst'),
  person(22, 'nadia', 'Nadia Kamara', 'Client', 2),
  person(23, 'paul', 'Paul Ferreira', 'Client', 5),
  person(24, 'ruth', 'Ruth Abebe', 'Client'),
  person(25, 'igor', 'Igor Lungu', 'Operations', 7),
  person(26, 'helen', 'Helen Stroud', 'Operations', 7),
  person(27, 'daniel', 'Daniel Osei', 'Team-lead', 2),
  person(28, 'maria', 'María Quispe', 'Team-lead', 4),
  person(29, 'george', 'George Beridze', 'Team-lead', 8),
  person(30, 'wanda', 'Wanda Kowalska', 'Director'),
  person(31, 'simon', 'Simon Achterberg', 'COR;AD'),
  person(32, 'lucia', 'Lucía Herrera', 'Finance'),
  person(33, 'kofi', 'Kofi Mensah', 'PO', 3),
  person(34, 'anita', 'Anita Rao', 'PO', 2),
  person(35, 'peter', 'Peter Novotny', 'Analyst;PO', 4),
  person(36, 'salma', 'Salma Bennani', 'Associate Director'),
  person(37, 'joao', 'João Machava', 'Program Officer', 6),
  person(38, 'karin', 'Karin Ekström', 'Manager'),
  person(39, 'luis', 'Luis Ortega', 'Analyst', 0, false),
  person(40, 'tara', 'Tara Whelan', 'PO', 5, false),
]

export const emailOf = ({ mail }: Person): string => `${mail}@fieldpost.example`
export const personas = people.slice(0, 7)

export const countries: readonly string[] = [
  'Kenya',
  'Peru',
  'Moldova',
  'Georgia',
  'Mozambique',
  'Zambia',
  'Albania',
  'Armenia',
  'Bangladesh',
  'Bosnia and Herzegovina',
  'Botswana',
  'Cambodia',
  'Colombia',
  'Costa Rica',
  'Dominican Republic',
  'Ecuador',
  'El Salvador',
  'Ethiopia',
  'Ghana',
  'Guatemala',
  'Honduras',
  'Indonesia',
  'Jamaica',
  'Jordan',
  'Kosovo',
  'Lao PDR',
  'Lesotho',
  'Liberia',
  'Malawi',
  'Mongolia',
  'Montenegro',
  'Morocco',
  'Nepal',
  'North Macedonia',
  'Paraguay',
  'Philippines',
  'Rwanda',
  'Senegal',
  'Sierra Leone',
  'Sri Lanka',
  'Tanzania',
  'Tunisia',
  'Uganda',
  'Ukraine',
  'Uzbekistan',
  'Vietnam',
]

const firstNames = [
  'Harold',
  'Judith',
  'Frank',
  'Miriam',
  'Alan',
  'Denise',
  'Walter',
  'Joyce',
  'Raymond',
  'Teresa',
  'Gerald',
  'Lorraine',
  'Victor',
  'Phyllis',
  'Stanley',
  'Irene',
  'Leonard',
  'Marjorie',
  'Curtis',
  'Yvonne',
  'Bernard',
  'Estelle',
  'Russell',
]
const lastNames = [
  'Pruitt',
  'Haldane',
  'Okonkwo',
  'Sandoval',
  'Lindgren',
  'Marchetti',
  'Voss',
  'Ibrahim',
  'Castellano',
  'Nakamura',
  'Brandt',
  'Eriksen',
  'Fontaine',
]

/** 56 advisors, eight for each team, no two of one name. */
export const advisors = Array.from({ length: 56 }, (_, index) => ({
  id: index + 1,
  name: `${firstNames[index % firstNames.length] ?? ''} ${lastNames[index % lastNames.length] ?? ''}`,
  teamId: teams[index % teams.length]?.id ?? 2,
  active: index % 19 !== 18,
}))
