/**
 * The thread of one connection test: what a member's secret names is read and connected to here, so that neither a
 * costly certificate nor a costly answer delays other requests.
 */
import {
  type AmbientTerms,
  providers,
  type TestedConnection,
  testConnection,
} from '@plumbline/scanner'
import { answering } from '../../platform/threads/index.ts'

export interface ConnectionInput {
  readonly provider: string
  readonly uid: string
  readonly secret: unknown
  readonly ambient: AmbientTerms | null
  readonly config: Readonly<Record<string, unknown>>
  /** Origins inside the operator's network that the tenant may reach. */
  readonly internal: readonly string[]
  readonly budgetMs: number
}

const functions = {
  async test({
    provider,
    internal,
    budgetMs,
    ...input
  }: ConnectionInput): Promise<TestedConnection> {
    const kind = providers[provider]
    if (!kind) throw new Error(`Nothing signs in to accounts of kind ${provider}.`)
    const mayBePrivate = (origin: string): boolean => internal.includes(origin)
    const signal = driver.stopping
    return testConnection(kind, { ...input, mayBePrivate, ofMember: true, signal }, budgetMs)
  },
}

const driver = answering(functions)
