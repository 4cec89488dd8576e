/** True if a role's trust policy allows a caller. Supports the policies used in practice. */
import type { PolicyDocument, PolicyStatement, Principal } from './policy-document.ts'
import type { Caller } from './call.ts'
import { globMatches } from './permissions.ts'

const listed = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** An account id or its root ARN names every principal of that account. */
const names = (principal: Principal | undefined, caller: Caller): boolean => {
  if (principal === undefined) return false
  const arns = principal === '*' ? ['*'] : listed(principal['AWS'])
  return arns.some(
    (arn) =>
      arn === '*' ||
      arn === caller.arn ||
      arn === caller.accountId ||
      arn === `arn:aws:iam::${caller.accountId}:root`,
  )
}

/** An unknown operator or key never matches, so a statement with one grants nothing. */
const conditionsHold = (statement: PolicyStatement, externalId: string | undefined): boolean =>
  Object.entries(statement.Condition ?? {}).every(([operator, tests]) =>
    Object.entries(tests).every(([key, wanted]) => {
      if (key.toLowerCase() !== 'sts:externalid' || externalId === undefined) return false
      if (operator === 'StringEquals') return listed(wanted).includes(externalId)
      if (operator === 'StringLike')
        return listed(wanted).some((glob) => globMatches(glob, externalId))
      return false
    }),
  )

export const trusts = (
  trust: PolicyDocument,
  caller: Caller,
  externalId: string | undefined,
): boolean => {
  const matching = trust.Statement.filter(
    (statement) =>
      listed(statement.Action).some((action) => globMatches(action, 'sts:AssumeRole')) &&
      names(statement.Principal, caller) &&
      conditionsHold(statement, externalId),
  )
  return matching.length > 0 && matching.every(({ Effect }) => Effect === 'Allow')
}
