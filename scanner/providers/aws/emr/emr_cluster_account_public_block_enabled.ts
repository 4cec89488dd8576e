import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'emr_cluster_account_public_block_enabled',
  title: 'EMR refuses clusters that are open to everyone',
  description:
    'Reads whether EMR’s block of public access is on in each region, and which ports it leaves out.',
  risk: 'A cluster whose security group lets everyone in starts without a word, and its consoles are found within hours.',
  decision:
    'Passes when the block is on and leaves out no port but 22. Fails when it is off, and when it leaves out any other port. Judged once for each region, whether there are clusters or not.',
  fix: {
    text: 'Turn the block on in each region, with no exception but SSH.',
    console: [
      'Open Amazon EMR and choose Block public access in the region.',
      'Choose Edit and turn on Block public access.',
      'Remove the port ranges that are not 22, and choose Save.',
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
    if (!on) return fail(`EMR does not block public access in ${region}.`)
    const more = exceptions.filter((it) => it.from !== 22 || it.to !== 22)
    return more.length > 0
      ? fail(
          `EMR in ${region} lets clusters open ${more.map((it) => `${it.from}–${it.to}`).join(', ')}.`,
        )
      : pass(`EMR blocks public access in ${region}.`)
  },
})
