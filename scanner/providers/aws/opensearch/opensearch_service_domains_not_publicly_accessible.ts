import { fail, pass } from '../../../kit/index.ts'
import { named, opening } from '../policy/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'opensearch_service_domains_not_publicly_accessible',
  title: 'OpenSearch domain is not publicly accessible',
  description:
    'Reads whether each domain is in a VPC. If its endpoint is public, reads whether its access policy allows everyone.',
  risk: 'Anonymous users on the internet can send requests to the domain to read, change or delete its indexes.',
  decision:
    'Passes if the domain is in a VPC. Passes if its endpoint is public, but its policy names principals or restricts everyone to accounts, an organization or addresses that are not the entire internet. Without a policy, only the domain’s account has access. Fails if a public endpoint has a policy that allows everyone, even if fine-grained access control then requires a user. A condition that the scanner does not know is reported as a coverage gap. A domain that is being created or deleted gives no finding.',
  fix: {
    text: 'Move the domain into a VPC, or name the allowed principals in its policy.',
    console: [
      'Open Amazon OpenSearch Service, choose Domains, and choose the domain.',
      'Choose Actions and Edit security configuration.',
      'Under Access policy, replace Principal "*" with the roles that use the domain, and choose Save changes.',
      'To use a VPC, create a new domain with VPC access and restore a snapshot to it. The network of a domain cannot be changed.',
      'For the command, save the access policy that aws opensearch describe-domain-config returns to the file given to --access-policies, and make the same change in it.',
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
    if (in_vpc) return pass(`Domain ${name} is in a VPC.`)
    const open = opening(policy ?? [], { account })
    if (!open) return pass(`The policy of domain ${name} does not allow public access.`)
    const behind = access_control ? ', but fine-grained access control requires a user' : ''
    return fail(
      `Domain ${name} has a public endpoint, and its policy allows public access by ${named(open)}${behind}.`,
    )
  },
})
