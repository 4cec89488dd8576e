import type { PolicyDocument, PolicyStatement } from '../policy-document.ts'

/**
 * Condition keys that restrict a wildcard principal to specific callers, so that S3 does not consider the policy
 * public. Source: "The meaning of public", Amazon S3 User Guide.
 */
const fixingKeys = new Set([
  'aws:principalaccount',
  'aws:principalarn',
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:sourceaccount',
  'aws:sourcearn',
  'aws:sourceip',
  'aws:sourceowner',
  'aws:sourcevpc',
  'aws:sourcevpce',
  'aws:userid',
  's3:dataaccesspointaccount',
  's3:dataaccesspointarn',
])

const namesEverybody = ({ Principal }: PolicyStatement): boolean => {
  if (Principal === '*') return true
  const arns = Principal?.['AWS'] ?? []
  return Array.isArray(arns) ? arns.includes('*') : arns === '*'
}

const isFixed = (value: string): boolean =>
  value !== '*' && value !== '0.0.0.0/0' && value !== '::/0'

const isTied = ({ Condition = {} }: PolicyStatement): boolean =>
  Object.entries(Condition).some(
    ([operator, tests]) =>
      !/not/i.test(operator) &&
      Object.entries(tests).some(
        ([key, values]) => fixingKeys.has(key.toLowerCase()) && [values].flat().every(isFixed),
      ),
  )

export const isPublicPolicy = (policy: PolicyDocument): boolean =>
  policy.Statement.some(
    (statement) => statement.Effect === 'Allow' && namesEverybody(statement) && !isTied(statement),
  )
