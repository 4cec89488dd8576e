import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_launch_template_no_public_ip',
  title: 'Launch template gives no public addresses',
  risk: 'Every instance of such a template is born on the internet, also in subnets that give no public addresses by themselves.',
  fix: {
    text: 'Make a version without public addresses, make it the default, and delete the versions that give them.',
    cli: 'aws ec2 delete-launch-template-versions --launch-template-id <id> --versions <n>',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/manage-launch-template-versions.html',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-25',
  over: 'launchTemplates',
  needs: ['versions'],
  judge: ({ template_id, name, versions }) => {
    const numbers = versions.filter((it) => it.public_address).map(({ number }) => number)
    return numbers.length === 0
      ? pass(`${label(template_id, name)} gives no public addresses.`)
      : fail(`${label(template_id, name)} gives public addresses in version ${numbers.join(', ')}.`)
  },
})
