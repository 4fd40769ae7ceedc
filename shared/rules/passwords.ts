import type { Organisation } from '../model/limits.ts'
import type { User } from '../model/reference.ts'

const MAX_LENGTH = 200

/** Why a new password is not taken; null when it is fine (C-099). Passwords that exist are never judged. */
export function passwordProblem(
  password: string,
  { passwordMinLength }: Pick<Organisation, 'passwordMinLength'>,
  person: Pick<User, 'email' | 'fullName'>,
): string | null {
  if (password.length < passwordMinLength) return `Password must be at least ${passwordMinLength} characters`
  if (password.length > MAX_LENGTH) return `Password must be at most ${MAX_LENGTH} characters`
  if (isOneCharacter(password))
    return 'A password of blanks or of one character is too easy. Please choose another one.'
  if (isCommon(password)) return 'This password is too common. Please choose another one.'
  return isTheirName(password, person)
    ? 'A name or an e-mail address is not a password. Please choose another one.'
    : null
}

/** `summer` with a year and a mark is still `summer`. */
const isCommon = (password: string): boolean => {
  const plain = password.trim().toLowerCase()
  return common.has(plain) || common.has(plain.replace(TAIL, ''))
}
const TAIL = /[\d\p{P}\p{S}]{1,5}$/u

/** Only what cannot be seen, or one character again and again, with or without blanks. */
const isOneCharacter = (password: string): boolean =>
  new Set(password.toLowerCase().replace(/[\s\p{Z}\p{C}]/gu, '')).size <= 1

function isTheirName(password: string, { email, fullName }: Pick<User, 'email' | 'fullName'>): boolean {
  const [local = ''] = email.split('@')
  const names = [email, local, fullName, ...fullName.split(/\s+/)].map(lettersOf)
  return names.some((name) => name !== '' && lettersOf(password) === name)
}
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** The commonest of at least six characters in published leaks, and what people here would think of first. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 0987654321 987654321 87654321 7654321 654321
  123123 1231234 123123123 1234321 12341234 123321 123456654321 112233 11223344 1122334455 121212 12121212 131313
  141414 151515 161616 171717 181818 191919 202020 212121 232323 242424 252525 123654 123654789 123789 147147 147258
  147258369 147852 147852369 159357 159753 159951 142536 135790 135791 102030 10203040 101010 010101 010203 001122
  012345 013579 100200 102938 112211 112358 123000 123098 123654987 124578 134679 246810 2468101 258258 258456 300000
  314159 321321 332211 333666 357159 369258 369369 420420 456123 456321 456456 456789 456852 474747 505050 510150
  520131 520520 5201314 543210 551155 555666 567890 654123 666999 678910 696969 741852 741852963 753951 777888 778899
  789123 789456 789456123 789789 852456 852963 901234 951753 963852 963852741 987654 987456 987654321a 998877 999888
  111222 111222333 222333 222333444 121314 001001 007007 12344321 12345qwert 12345a 123456a 123456aa 123456abc 123456q
  123456789a 1234567a 12345678a 123abc 123qwe 123qweasd 123qwe123 1234qwer 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qaz123 qweasd qweasdzxc qwe123
  qwer1234 qwert1 qwert12345 qwerty qwertyu qwertyui qwertyuiop qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345
  qwerty123456 qwerty321 qwert123 asdasd asdasdasd asdf1234 asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asd123 asd123456
  zxcvbn zxcvbnm zxcvbnm1 zxc123 zxcasdqwe zaq12wsx zaqwsx zaq123 azerty azertyuiop qwertz qwertzuiop poiuytrewq
  mnbvcxz lkjhgf lkjhgfdsa abc123 abcd123 abcd1234 abcde12345 abcdef abcdefg abcdefgh abcdefghi abc12345 abc123456
  abcabc a12345 a123456 a1234567 a12345678 a123456789 a1b2c3 a1b2c3d4 aa12345 aa123456 aa12345678 q123456 qq123456
  q1234567 w123456 z123456 zz123456 s123456 password passwords password0 password1 password2 password12 password123
  password1234 password12345 password01 passw0rd passw0rd1 passwort pass123 pass1234 pass12345 passpass p@ssword
  p@ssw0rd p@ssword1 p@ssw0rd1 pa55word pa55w0rd pa$$word mypassword newpassword thepassword motdepasse contraseña
  contrasena contrasenya senha123 parola heslo123 wachtwoord haslopl salasana admin1 admin12 admin123 admin1234
  admin12345 adminadmin administrator administrador superadmin sysadmin rootroot root123 root1234 toor123 user123
  user1234 username guest123 guestguest login123 loginlogin server service support manager office system oracle
  database postgres cisco123 default changeme change-me change_me changeit letmein letmein1 letmein123 letmeinnow
  welcome welcome1 welcome12 welcome123 welcome1234 secret secret1 secret123 secret12 topsecret access access14
  access1 accounting temporary temp123 temp1234 testing test123 test1234 test12345 testtest tester test1test demo123
  demo1234 demodemo example sample public private master master1 master123 network security iloveyou iloveyou1
  iloveyou2 iloveu iloveme iloveyou123 loveyou lovely loveme love123 love1234 lover1 loveless lovelove sweetheart
  sweetie babygirl babygirl1 baby123 princess princess1 princesa angel1 angel123 angels angelina beautiful beauty
  forever forever1 together sunshine sunshine1 sunflower flower flowers rainbow butterfly summer summer1 summer123
  winter winter1 winter123 spring spring123 autumn autumn1 autumn123 january february august september october
  november december monday friday sunday weekend holiday christmas monkey monkey1 monkey12 monkey123 dragon dragon1
  dragon12 dragon123 tigger tigers kitten kitty1 hellokitty doggie puppies chicken turtle dolphin dolphins eagle1
  eagles falcon panther wolves rabbit spider buster bailey maggie molly1 rocky1 lucky1 lucky7 shadow shadow1 ginger
  pepper cookie cookies cheese chocolate vanilla banana orange cherry apples pumpkin peanut coffee pepsi1 cocacola
  whiskey snickers football football1 baseball baseball1 basketball basketball1 soccer soccer1 hockey hockey1 tennis
  golfer swimming running skater liverpool liverpool1 chelsea chelsea1 arsenal arsenal1 barcelona realmadrid
  manchester juventus united1 cowboys yankees lakers steelers redsox packers raiders broncos patriots rangers celtic
  everton tottenham batman batman1 superman superman1 spiderman ironman avengers pokemon pokemon1 pikachu naruto
  starwars starwars1 startrek matrix harrypotter minecraft roblox fortnite playstation nintendo xbox360 zelda1 counter
  warcraft callofduty michael michael1 michelle jordan jordan1 jordan23 jennifer jessica jessica1 daniel daniel1
  charlie charlie1 thomas andrew andrea ashley ashley1 nicole nicole1 samantha matthew anthony anthony1 amanda joshua
  joshua1 robert robert1 william hannah hannah1 justin jasmine elizabeth brandon melissa stephanie christian christina
  christopher alexander alexandra alexis victoria vanessa patrick patricia richard steven george martin maria1 marina
  natasha gabriel gabriela sophie olivia emily1 madison taylor tyler1 austin chloe1 abigail benjamin jonathan nathan
  samuel adrian sandra sabrina rebecca rachel isabella antonio alejandro carlos fernando francisco roberto sergey
  dmitry alexey mohammed muhammad ahmed1 computer computer1 internet internet1 samsung samsung1 nokia1 google google1
  google123 facebook facebook1 linkedin twitter yahoo1 youtube amazon microsoft windows windows1 windows10 android
  iphone iphone1 apple1 apple123 laptop hacker hacker1 mustang mustang1 mercedes ferrari porsche corvette camaro
  harley toyota nissan honda1 yamaha suzuki bmw123 london london1 newyork america england germany france canada
  australia scotland ireland mexico brasil brazil india123 china1 dallas chicago boston toronto freedom freedom1
  freepass whatever whatever1 trustno1 nothing nothing1 something anything everything nobody hello1 hello12 hello123
  hello1234 helloworld hellohello goodbye heaven jesus1 jesus123 jesuschrist godisgood blessed blessing faith1 church
  savior genesis killer killer1 hunter hunter1 hunter2 ranger phoenix thunder lightning diamond diamonds silver golden
  purple yellow orange1 black1 blackjack scooter pirate warrior wizard knight legend destiny fantasy mystery maverick
  blink182 metallica nirvana eminem guitar music1 musica dancer dancing gemini scorpio taurus aquarius cancer1 virgo1
  success winner winner1 champion money1 money123 million dollar business company company1 company123 employee asshole
  fuckyou fuckyou1 fuckoff bitch1 biteme pussy1 sexy123 sexygirl hottie 7777777 888888 88888888 999999 147896325
  123456789q q123456789 qwaszx zxcv1234 asdf123 aaaa1111 1111aaaa aaa111 abc111 aabbcc pass@123 pass@1234 password@1
  password@123 admin@123 welcome@1 welcome@123 test@123 user@123 abc@123 abcd@1234 qwerty@123 p@ss1234 p@ssw0rd123
  fieldpost tasking taskings deployment deployed`.split(/\s+/),
)
