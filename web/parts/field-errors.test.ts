import type { FieldErrors } from 'react-hook-form'
import { expect, test } from 'vitest'
import { errorBeside, listErrors } from './field-errors.ts'

const password = 'Password must be at least 6 characters'

test('each error leads to its control: a field by its name, what is kept in no form (a password) by its type', () => {
  const errors = {
    fullName: { type: 'refused', message: 'Full name is required' },
    root: { type: 'password', message: password },
  }
  expect(listErrors(errors, 'user')).toEqual([
    { fieldId: 'user-fullName', message: 'Full name is required' },
    { fieldId: 'user-password', message: password },
  ])
  expect([errorBeside(errors, 'password'), errorBeside(errors, 'currentPassword')]).toEqual([password, undefined])
})

test('the sentence of a whole form leads nowhere, and an error without words has the specification’s', () => {
  const whole = { root: { message: 'Somebody else changed this since you opened it.' } } as unknown as FieldErrors
  expect(listErrors(whole, 'user')).toEqual([{ message: 'Somebody else changed this since you opened it.' }])
  expect(listErrors({ name: { type: 'refused' } }, 'country')).toEqual([
    { fieldId: 'country-name', message: 'Please complete all required fields' },
  ])
})
