/** A small API for the tests of this folder: findings, linked to scans and resources. */
import {
  boolean,
  by,
  draft,
  integer,
  list,
  nested,
  nullable,
  oneOf,
  optional,
  Problem,
  Problems,
  resource,
  text,
  timestamp,
  toMany,
  toOne,
  writeOnly,
} from '../index.ts'

export const findings = resource('findings', {
  attributes: {
    uid: text({ max: 300 }),
    status: oneOf('PASS', 'FAIL', 'MANUAL'),
    delta: nullable(oneOf('new', 'changed')),
    categories: nullable(list(text)),
    muted: boolean,
    inserted_at: timestamp,
    muted_reason: optional(nullable(text({ min: 3, max: 500 }))),
    internal_note: optional(writeOnly(text)),
  },
  relationships: {
    scan: toOne('scans'),
    task: toOne('tasks', { nullable: true }),
    resources: toMany('resources'),
  },
  filters: {
    id: ['eq', 'in'],
    status: ['eq', 'in'],
    delta: ['eq', 'isnull'],
    categories: ['eq', 'in'],
    inserted_at: ['on', 'gte', 'lte', 'gt', 'lt'],
    muted: ['eq'],
    uid: ['eq', 'icontains', 'iexact', 'startswith'],
    scan: ['eq', 'in'],
    resources: ['list'],
    provider_type: by(oneOf('aws', 'gcp'), 'eq', 'in'),
    count: by(integer, 'gte'),
    search: by(text({ max: 200 }), 'eq'),
  },
  sort: ['-inserted_at', 'status'],
  include: ['scan', 'resources', nested('scan.provider', 'providers')],
  self: '/findings',
})

export const scans = resource('scans', {
  attributes: { name: nullable(text), progress: integer },
  relationships: { provider: toOne('providers') },
  filters: { name: ['eq', 'in'] },
  sort: ['-name'],
  order: ['-name', 'progress'],
  self: '/scans',
  dotted: true,
})

/** An overview: a list without pages whose ids are names. */
export const services = resource('services-overview', {
  attributes: { total: integer },
  id: text,
  unpaged: true,
})

export const newScan = draft('scans', {
  attributes: {
    name: optional(nullable(text({ min: 3, max: 100 }))),
    resource_uids: optional(list(text, { min: 1, max: 10 })),
  },
  relationships: {
    provider: toOne('providers'),
    task: optional(toOne('tasks', { nullable: true })),
    roles: optional(toMany('roles')),
  },
})

export const someId = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5d'
export const otherId = '0193f0aa-9d35-7c39-8a4e-0e1f2a3b4c5e'

/** The problems of a call as `status code place`; an empty list when it throws none. */
export function problemsOf(run: () => unknown): readonly string[] {
  try {
    run()
    return []
  } catch (error) {
    if (error instanceof Problem) return [line(error)]
    if (error instanceof Problems) return error.problems.map(line)
    throw error
  }
}

function line({ status, code, source }: Problem): string {
  const place = source === undefined ? '' : Object.values(source).join()
  return `${status} ${code} ${place}`.trimEnd()
}
