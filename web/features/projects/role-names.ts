import { rolesOf, type Role } from '#shared/rules/access.ts'

const names: Record<Role, string> = {
  Admin: 'Admin',
  Manager: 'Manager',
  Analyst: 'Analyst',
  Finance: 'Finance',
  AD: 'Associate Director',
  COR: 'Contracting Officer',
  PO: 'Program Officer',
}

/** "PO" → "Program Officer" */
export const roleNames = (roles: string): string => [...rolesOf({ roles })].map((role) => names[role]).join(', ')
