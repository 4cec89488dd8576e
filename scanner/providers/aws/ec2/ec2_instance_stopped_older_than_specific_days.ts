import { fail, manual, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_stopped_older_than_specific_days',
  title: 'Instance does not stay stopped for long',
  description:
    'Reads when each stopped instance was stopped, as EC2 tells it with the reason of the change.',
  risk: 'A machine that sleeps for months misses every patch, costs its disks, and is as weak as on its last day when somebody starts it.',
  decision:
    'Fails when an instance has been stopped for more than `max_ec2_instance_stopped_days` days, 30 unless configured, and passes when for less. MANUAL when EC2 does not say since when. Instances that are not stopped give no finding.',
  fix: {
    text: 'Start the instance and patch it, or keep an image of it and terminate it.',
    console: [
      'Open the EC2 console, choose Instances, and select the instance.',
      'Choose Actions, Image and templates, then Create image, if its content may be needed.',
      'Choose Instance state, then Terminate (delete) instance.',
    ],
    cli: 'aws ec2 terminate-instances --instance-ids <instance id>',
    terraform: `# Take the instance out of the configuration, and let Terraform terminate it:
removed {
  from = aws_instance.old_batch
  lifecycle {
    destroy = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Stop_Start.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-4'],
  over: 'instances',
  needs: [],
  config: { max_ec2_instance_stopped_days: 30 },
  judge: ({ instance_id: id, name, state, stopped_at: at }, { now, config }) => {
    if (state !== 'stopped') return []
    const limit = config.max_ec2_instance_stopped_days
    if (at === null) {
      return manual(`${label(id, name)} is stopped, and EC2 does not say since when.`)
    }
    const days = daysSince(at, now)
    return days > limit
      ? fail(`${label(id, name)} has been stopped for ${days} days, more than ${limit}.`)
      : pass(`${label(id, name)} has been stopped for ${days} days, of at most ${limit}.`)
  },
})
