import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'route53_domains_transferlock_enabled',
  title: 'Route 53 domain has transfer lock enabled',
  description: 'Reads whether the transfer lock is enabled for each registered domain.',
  risk: 'An attacker who deceives a registrar can transfer the domain and take over its mail and websites.',
  decision:
    'Passes if the transfer lock is enabled, and fails if it is disabled, including for top-level domains whose registry does not support it. If the response does not contain the lock, the check reports a coverage gap instead of a finding. Domains of other registrars are not listed.',
  fix: {
    text: 'Enable the transfer lock for the domain.',
    console: [
      'Open Amazon Route 53, choose Registered domains, and choose the domain.',
      'Choose Actions, and then choose Turn on transfer lock.',
      'Confirm, and verify under Requests that the request is complete.',
    ],
    cli: 'aws route53domains enable-domain-transfer-lock --region us-east-1 --domain-name <domain>',
    terraform: `resource "aws_route53domains_registered_domain" "shop" {
  domain_name   = "larkspur.example"
  transfer_lock = true
}`,
  },
  source: 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/domain-lock.html',
  over: 'domains',
  needs: [],
  judge: ({ name, transfer_lock }) =>
    known(transfer_lock, 'route53domains:ListDomains')
      ? pass(`The domain ${name} has the transfer lock enabled.`)
      : fail(`The domain ${name} has the transfer lock disabled.`),
})
