import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'route53_domains_privacy_protection_enabled',
  title: 'Domain’s contacts are hidden from WHOIS',
  description:
    'Reads whether the names and addresses of each registered domain’s contacts are kept from the public.',
  risk: 'Names, mail addresses and phone numbers of the people in charge serve for tricking them.',
  decision:
    'Passes when privacy protection is on for the registrant, the administrator, the technical contact and the billing contact. Fails when it is off for one of them, also for endings whose registry hides nothing. When the answer leaves out the billing contact and all others are hidden, there is no verdict but a gap in coverage.',
  fix: {
    text: 'Turn on privacy protection for all contacts.',
    console: [
      'Open Amazon Route 53, choose Registered domains, and choose the domain.',
      'Under Contact information, choose Edit for each contact.',
      'Turn on Privacy protection and choose Save changes.',
    ],
    cli: 'aws route53domains update-domain-contact-privacy --region us-east-1 --domain-name <domain> --admin-privacy --registrant-privacy --tech-privacy --billing-privacy',
    terraform: `resource "aws_route53domains_registered_domain" "shop" {
  domain_name        = "larkspur.example"
  admin_privacy      = true
  registrant_privacy = true
  tech_privacy       = true
  billing_privacy    = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/domain-privacy-protection.html',
  over: 'domains',
  needs: ['privacy'],
  judge: ({ name, privacy }) => {
    const shown = Object.entries(privacy).flatMap(([contact, hidden]) =>
      hidden === false ? [contact] : [],
    )
    if (shown.length > 0)
      return fail(`Contacts of the domain ${name} are shown in WHOIS: ${shown.join(', ')}.`)
    known(privacy.billing, 'route53domains:GetDomainDetail')
    return pass(`Contacts of the domain ${name} are hidden from WHOIS.`)
  },
})
