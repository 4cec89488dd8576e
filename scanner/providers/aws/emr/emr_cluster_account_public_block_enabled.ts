import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'emr_cluster_account_public_block_enabled',
  title: 'EMR has block public access enabled',
  description:
    'Reads whether EMR block public access is on in each region, and which ports it excludes.',
  risk: 'A cluster whose security group allows public access starts without a warning, and its consoles are found on the internet within hours.',
  decision:
    'Passes if block public access is on and excludes no port except 22. Fails if it is off, or if it excludes any other port. Evaluated once for each region, whether it has clusters or not.',
  fix: {
    text: 'Enable block public access in each region, with no exception except SSH.',
    console: [
      'Open Amazon EMR in the region, and choose Block public access.',
      'Choose Edit, and turn on Block public access.',
      'Remove all port ranges except 22, and choose Save.',
    ],
    cli: 'aws emr put-block-public-access-configuration --block-public-access-configuration \'{"BlockPublicSecurityGroupRules":true,"PermittedPublicSecurityGroupRuleRanges":[{"MinRange":22,"MaxRange":22}]}\'',
    terraform: `resource "aws_emr_block_public_access_configuration" "here" {
  block_public_security_group_rules = true

  permitted_public_security_group_rule_range {
    min_range = 22
    max_range = 22
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/emr/latest/ManagementGuide/emr-block-public-access.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/emr-controls.html'],
  over: 'regions',
  needs: ['public_block'],
  judge: ({ region, public_block: { on, exceptions } }) => {
    if (!on) return fail(`EMR has block public access disabled in ${region}.`)
    const more = exceptions.filter((it) => it.from !== 22 || it.to !== 22)
    return more.length > 0
      ? fail(
          `EMR block public access in ${region} excludes the ports ${more.map((it) => `${it.from}–${it.to}`).join(', ')}.`,
        )
      : pass(`EMR has block public access enabled in ${region}.`)
  },
})
