/** Paths of current findings, or of findings in scans. */
import type { Query } from '../api/query.ts'

/** Filters of past findings that lists of current findings do not support. */
const ofPast = /^filter\[(scan|inserted_at)(__\w+)?\]$/

export interface Paths {
  readonly findings: string
  readonly groups: string
  readonly subjects: string
  readonly metadata: string
}

const latest: Paths = {
  findings: '/findings/latest',
  groups: '/finding-groups/latest',
  subjects: '/finding-subjects/latest',
  metadata: '/findings/metadata/latest',
}
const past: Paths = {
  findings: '/findings',
  groups: '/finding-groups',
  subjects: '/finding-subjects',
  metadata: '/findings/metadata',
}

export const isOfPast = (query: Query): boolean =>
  Object.keys(query).some((name) => ofPast.test(name))

export const pathsOf = (query: Query): Paths => (isOfPast(query) ? past : latest)
