import assert from 'node:assert/strict'
import { Problem, Problems } from '@plumbline/jsonapi'
import type { ProviderType, SecretType } from '../names.ts'
import { readSecret } from '../types.ts'

/** Where the faults of a secret are, or [] when it is taken. */
export function faults(
  type: ProviderType,
  secretType: SecretType,
  secret: unknown,
): readonly string[] {
  try {
    readSecret(type, secretType, secret)
    return []
  } catch (error) {
    const problems = error instanceof Problems ? error.problems : [error]
    return problems.map((problem) => {
      assert.ok(problem instanceof Problem)
      const { source } = problem
      return source && 'pointer' in source ? source.pointer : ''
    })
  }
}

/** The pointer to a member of a secret. */
export const at = (name: string): string => `/data/attributes/secret/${name}`
