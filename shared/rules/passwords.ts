import type { Organisation } from '../model/limits.ts'

const MAX_LENGTH = 200

/** Why a new password is not taken; null when it is fine (C-099). Passwords that exist are never judged. */
export function passwordProblem(
  password: string,
  { passwordMinLength }: Pick<Organisation, 'passwordMinLength'>,
): string | null {
  if (password.length < passwordMinLength) return `Password must be at least ${passwordMinLength} characters`
  if (password.length > MAX_LENGTH) return `Password must be at most ${MAX_LENGTH} characters`
  return isCommon(password) ? 'This password is too common. Please choose another one.' : null
}

const isCommon = (password: string): boolean => {
  const plain = password.trim().toLowerCase()
  return common.has(plain) || /^(.)\1*$/s.test(plain)
}

/** The commonest of at least six characters in published leaks, and what people here would think of first. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345678910 987654321 0987654321 654321 123123 123123123 112233 121212
  123321 456789 789456 147258 159753 147258369 112358 232323 131313 101010 010203 102030 123654 159357 741852 963852741
  abc123 abcd1234 a123456 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsx q1w2e3r4 zaq12wsx qwerty qwerty1 qwerty12 qwerty123
  qwertyuiop qwert123 asdfgh asdfghjkl asdf1234 zxcvbn zxcvbnm azerty azertyuiop password password1 password12
  password123 password1234 passw0rd p@ssword p@ssw0rd p@ssword1 p@ssw0rd1 passwort motdepasse contraseña pass1234
  admin1 admin12 admin123 administrator root123 toor123 welcome welcome1 welcome12 welcome123 letmein letmein1 changeme
  change-me default guest123 login123 master secret secret1 secret123 test123 test1234 testing test12345 temp1234
  temporary iloveyou iloveyou1 loveme lovely sunshine princess princess1 monkey dragon football baseball basketball
  soccer hockey superman batman spiderman pokemon starwars michael jordan jordan23 jennifer jessica daniel charlie
  thomas andrew ashley nicole samantha matthew anthony freedom whatever trustno1 shadow killer hunter hunter2 ginger
  summer winter spring autumn summer1 summer123 winter123 flower cookie cheese computer internet samsung google
  facebook microsoft windows liverpool chelsea arsenal barcelona mustang mercedes ferrari hello1 hello123 hello1234
  nothing access access14 654321a a1b2c3 a1b2c3d4 aa123456 qq123456 111222 111222333 222333 7777777 888888
  fieldpost fieldpost1 fieldpost123 tasking tasking1 tasking123`.split(/\s+/),
)
