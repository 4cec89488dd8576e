import { fail, pass } from '../../../kit/index.ts'
import { known } from '../known.ts'
import { check } from './resources.ts'

export default check({
  id: 'route53_domains_privacy_protection_enabled',
  title: 'Route 53 domain has privacy protection enabled',
  description:
    'Reads whether the contact details of each registered domain are hidden from public WHOIS queries.',
  risk: 'Attackers can use names, email addresses and phone numbers of the contacts for social engineering.',
  decision:
    'Passes if privacy protection is enabled for the registrant, administrative, technical and billing contacts. Fails if it is disabled for any of them, including for top-level domains whose registry does not support it. If the response does not contain the billing contact and all others are hidden, the check reports a coverage gap instead of a finding.',
  fix: {
    text: 'Enable privacy protection for all contacts.',
    console: [
      'Open Amazon Route 53, choose Registered domains, and choose the domain.',
      'Under Contact information, choose Edit for each contact.',
      'Turn on Privacy protection, and choose Save changes.',
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
      return fail(`The domain ${name} has contacts visible in WHOIS: ${shown.join(', ')}.`)
    known(privacy.billing, 'route53domains:GetDomainDetail')
    return pass(`The domain ${name} has privacy protection enabled for all contacts.`)
  },
})
