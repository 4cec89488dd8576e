/** How an act is described, and the answers that many acts share. */
import { ended, type Kind, kinds, type Scene } from './credentials.ts'

export type Answers = Readonly<Record<Kind, string>>
export type Params = Readonly<Record<string, string>>

export interface Act {
  /** A description of the request, beside the operation's own text. */
  readonly how: string
  readonly params: (scene: Scene) => Params
  readonly body?: (scene: Scene) => object | Promise<object>
  readonly answers: Answers
  /** The caller has a confirmed second factor, with every credential. */
  readonly hasFactor?: boolean
}

/** One response for every valid credential, except the named ones. */
export function answers(all: string, but: Partial<Record<Kind, string>> = {}): Answers {
  const row = kinds.map(
    (kind) => [kind, ended.includes(kind) ? '401' : (but[kind] ?? all)] as const,
  )
  return Object.fromEntries(row) as Record<Kind, string>
}
/** Public operations require no credential, and accept a bad one. */
export const open = (all: string): Answers =>
  Object.fromEntries(kinds.map((kind) => [kind, all])) as Record<Kind, string>

export const noKey = { key: '403 session_needed' } as const
export const unbound = {
  ...noKey,
  saml: '403 bound_session',
  saml_old: '403 bound_session',
  assigned: '403 password_assigned',
} as const
export const recent = {
  ...noKey,
  old: '403 sign_in_again',
  social_old: '403 sign_in_again',
  saml_old: '403 sign_in_again',
} as const
/** Without the present password, where one is due. */
export const missing = {
  fresh: '400 required',
  old: '400 required',
  with_factor: '400 required',
  with_factor_and_code: '400 required',
  social_old: '403 sign_in_again',
  of_another_tenant: '400 required',
} as const
/** The present password without the code of a second factor. */
export const needsCode = {
  with_factor: '400 second_factor_required',
  social_old: '403 sign_in_again',
} as const
export const otherTenant = { of_another_tenant: '404 not_found' } as const

export const data = (type: string, attributes: object = {}, more: object = {}): object => ({
  data: { type, attributes, ...more },
})
export const link = (type: string, id: string): object => ({ data: [{ type, id }] })

export const none = (): Params => ({})
export const id =
  (name: keyof Scene) =>
  (scene: Scene): Params => ({ id: String(scene[name]) })

export const read = (params: Act['params'], foreign = '404 not_found', how = 'read'): Act => ({
  how,
  params,
  answers: answers('200', { of_another_tenant: foreign }),
})
export const list = (foreign = '200'): Act => read(none, foreign)
export const anyKind = (status: string, foreign = '404 not_found'): Answers =>
  answers(status, { of_another_tenant: foreign })
