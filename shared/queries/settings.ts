import * as z from 'zod/mini'
import { defineQuery } from '../kernel/query.ts'
import { many, one } from '../kernel/reads.ts'
import { id } from '../model/fields.ts'
import { eachOf, listed, nameOf, pageBy, wanted } from './resources.ts'

const byId = z.strictObject({ id })

export const serviceList = defineQuery({
  name: 'serviceList',
  input: z.strictObject(listed),
  reads: ({ active }) => ({ rows: many('services', wanted(active)) }),
  answer: (input, { rows }) => pageBy(rows, input, nameOf),
})

export const serviceDetail = defineQuery({
  name: 'serviceDetail',
  input: byId,
  reads: (input) => ({ row: one('services', input.id) }),
  answer: (_, { row }) => row ?? null,
})

/** What the tasking form offers once a service is chosen; null when there is no such service. */
export const activeSubservices = defineQuery({
  name: 'activeSubservices',
  input: z.strictObject({ bocId: id }),
  reads: ({ bocId }) => ({ service: one('services', bocId), rows: many('subservices', { bocId, active: true }) }),
  answer: (_, { service, rows }) =>
    service
      ? rows.map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
      : null,
})

/** Sub-services, of one service or of all. */
export const subserviceList = defineQuery({
  name: 'subserviceList',
  input: z.strictObject({ ...listed, bocId: z.optional(id) }),
  reads: ({ active, bocId }) => ({
    rows: many('subservices', { ...wanted(active), ...(bocId === undefined ? {} : { bocId }) }),
    services: many('services', {}),
  }),
  answer: (input, { rows, services }) =>
    eachOf(pageBy(rows, input, nameOf), (row) => ({
      ...row,
      service: services.find((service) => service.id === row.bocId)?.name ?? '',
    })),
})

export const subserviceDetail = defineQuery({
  name: 'subserviceDetail',
  input: byId,
  reads: (input) => ({ row: one('subservices', input.id) }),
  follow: ({ row }) => ({ service: one('services', row?.bocId ?? 0) }),
  answer: (_, { row, service }) => (row ? { ...row, service: service?.name ?? '' } : null),
})

/** Standard deliverables, of one sub-service or of all. */
export const deliverableTemplateList = defineQuery({
  name: 'deliverableTemplateList',
  input: z.strictObject({ ...listed, taskId: z.optional(id) }),
  reads: ({ active, taskId }) => ({
    rows: many('deliverableTemplates', { ...wanted(active), ...(taskId === undefined ? {} : { taskId }) }),
    subservices: many('subservices', {}),
  }),
  answer: (input, { rows, subservices }) =>
    eachOf(pageBy(rows, input, nameOf), (row) => ({
      ...row,
      subservice: subservices.find((subservice) => subservice.id === row.taskId)?.name ?? '',
    })),
})

export const deliverableTemplateDetail = defineQuery({
  name: 'deliverableTemplateDetail',
  input: byId,
  reads: (input) => ({ row: one('deliverableTemplates', input.id) }),
  follow: ({ row }) => ({ subservice: one('subservices', row?.taskId ?? 0) }),
  answer: (_, { row, subservice }) => (row ? { ...row, subservice: subservice?.name ?? '' } : null),
})
