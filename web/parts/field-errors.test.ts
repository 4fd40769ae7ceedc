import { expect, test } from 'vitest'
import { refuse } from '#shared/kernel/refusal.ts'
import { errorBeside, formErrors, listErrors } from './field-errors.ts'

const password = 'Password must be at least 6 characters'

const wrong = refuse('invalid', {
  errors: [
    { field: 'fullName', message: 'Full name is required' },
    { field: 'password', message: password },
    { field: 'dueDate', message: 'Choose a later day' },
  ],
})

test('each error leads to its control: a field by its name, and all that is kept in no form (a password)', () => {
  const errors = formErrors(wrong, ['fullName', 'email'])
  expect(listErrors(errors, 'user')).toEqual([
    { fieldId: 'user-fullName', message: 'Full name is required' },
    { fieldId: 'user-password', message: password },
    { fieldId: 'user-dueDate', message: 'Choose a later day' },
  ])
  expect([errorBeside(errors, 'password'), errorBeside(errors, 'currentPassword')]).toEqual([password, undefined])
})

test('what is typed into a field takes its error away, also one that is on its way', () => {
  expect(listErrors(formErrors(wrong, ['fullName'], ['fullName', 'dueDate']), 'user')).toEqual([
    { fieldId: 'user-password', message: password },
  ])
  expect(formErrors(refuse('invalid', { errors: [{ field: 'a', message: 'No' }] }), ['a'], ['a'])).toEqual({})
})

test('the sentence of a whole form leads nowhere, and an error without words has the specification’s', () => {
  const whole = formErrors(refuse('moved-on', { message: 'Somebody else changed this since you opened it.' }), ['name'])
  expect(listErrors(whole, 'user')).toEqual([{ message: 'Somebody else changed this since you opened it.' }])
  expect(listErrors({ name: { type: 'refused' } }, 'country')).toEqual([
    { fieldId: 'country-name', message: 'Please complete all required fields' },
  ])
})
