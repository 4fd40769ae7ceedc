/** What people type as an e-mail address: the schemas, the forms and the wire's description say this one. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
