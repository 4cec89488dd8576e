import { permittingAnyValue, type Statement } from '../policy/index.ts'

const product = 'aws-marketplace:productid'

/**
 * In the agreements API a purchase is requested and then accepted. AWS Marketplace's guide for it requires only these
 * permissions; the Service Authorization Reference names Subscribe in addition to the second (November 2026).
 */
const agreeing = [
  'aws-marketplace:CreateAgreementRequest',
  'aws-marketplace:AcceptAgreementRequest',
]

/**
 * Returns the statement that allows subscribing to any marketplace product; only a condition key can restrict products.
 */
export function subscribingToAnything(statements: readonly Statement[]): Statement | null {
  const permits = (action: string) => permittingAnyValue(statements, action, '*', product)
  const subscribing = permits('aws-marketplace:Subscribe')
  if (subscribing) return subscribing
  const steps = agreeing.map(permits)
  return steps.every((it) => it !== null) ? (steps[0] ?? null) : null
}
