import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'route53_domains_transferlock_enabled',
  title: 'Domain is locked against transfer',
  description: 'Reads whether each registered domain refuses to move to another registrar.',
  risk: 'Whoever tricks a registrar takes the domain away, and with it mail and sites.',
  decision:
    'Passes when the transfer lock is on, fails when it is off, also for endings whose registry knows no lock. An answer without the lock gives a gap in coverage. Domains of other registrars are not listed.',
  fix: {
    text: 'Turn on the transfer lock.',
    console: [
      'Open Amazon Route 53, choose Registered domains, and choose the domain.',
      'Choose Actions and Turn on transfer lock.',
      'Confirm, and see under Requests that it was done.',
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
      ? pass(`The domain ${name} is locked against transfer.`)
      : fail(`The domain ${name} is not locked against transfer.`),
})
