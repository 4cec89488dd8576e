import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_not_publicly_accessible',
  title: 'Domain is in a VPC or does not let everyone in',
  description:
    'Reads whether each domain lies in a VPC and, where its endpoint is public, whom its access policy lets in.',
  risk: 'Anyone on the internet can send requests to the domain, to read, change or wipe its indexes.',
  decision:
    'Passes when the domain is in a VPC, and when its endpoint is public but its policy names principals or binds everyone to accounts, an organisation or addresses that are not the whole internet; without a policy only its own account gets in. Fails when a public endpoint has a policy that lets everyone in, also where fine-grained access control asks for a user afterwards. A condition whose meaning is not known gives a gap in coverage, and a domain that is being created or deleted has no verdict.',
  fix: {
    text: 'Move the domain into a VPC, or name in its policy who may use it.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Access policy, put the roles that use the domain in place of the Principal "*", and choose Save changes.',
      'For a domain in a VPC, make a new one with VPC access and restore a snapshot there, because the network of a domain cannot be changed.',
    ],
    cli: 'aws opensearch update-domain-config --domain-name <domain> --access-policies file://whole-policy.json',
    terraform: `resource "aws_opensearch_domain" "search" {
  domain_name    = "search"
  engine_version = "OpenSearch_2.19"

  vpc_options {
    subnet_ids         = [aws_subnet.private.id]
    security_group_ids = [aws_security_group.search.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/ac.html',
  links: ['https://docs.aws.amazon.com/opensearch-service/latest/developerguide/vpc.html'],
  over: 'domains',
  needs: ['details'],
  judge: ({ name, details: { settled, in_vpc, policy, access_control } }, { account }) => {
    if (!settled) return []
    if (in_vpc) return pass(`The domain ${name} is in a VPC.`)
    const open = opening(policy ?? [], { account })
    if (!open) return pass(`The policy of the domain ${name} does not let everyone in.`)
    const behind = access_control ? ', who then need a user of the domain' : ''
    return fail(`The public domain ${name} lets everyone in by ${named(open)}${behind}.`)
  },
})
