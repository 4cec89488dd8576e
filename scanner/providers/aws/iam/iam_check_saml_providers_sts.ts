import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'iam_check_saml_providers_sts',
  title: 'People sign in through a SAML identity provider',
  risk: 'Users kept in the account itself stay when people leave, and their passwords and keys last until somebody takes them away.',
  fix: {
    text: 'Let people sign in through IAM Identity Center or a SAML provider of your own, and assume roles for a few hours.',
    url: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_create_saml.html',
  },
  source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles_providers_saml.html',
  over: 'federations',
  needs: ['providers'],
  judge({ name, providers }, { now }) {
    if (providers.length === 0) return fail(`The account ${name} trusts no SAML provider.`)
    const valid = providers.filter(
      ({ valid_until }) => valid_until === null || Date.parse(valid_until) > now.getTime(),
    )
    return valid.length > 0
      ? pass(`The account ${name} trusts ${valid.map(({ uid }) => uid).join(', ')}.`)
      : fail(`The metadata of every SAML provider of the account ${name} has expired.`)
  },
})
