import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_is_enabled',
  title: 'GuardDuty is enabled in the region',
  description:
    'Reads whether each region has an Amazon GuardDuty detector, and whether the detector is enabled.',
  risk: 'Stolen keys, cryptocurrency mining and calls from unusual locations are not detected. Attackers prefer unused regions.',
  decision:
    'Passes if the region has an enabled detector. Fails if it has none, or if the detector is suspended. Every region is evaluated, whether it is used or not.',
  fix: {
    text: 'Enable GuardDuty in every region.',
    console: [
      'Open Amazon GuardDuty in the region, and choose Get started.',
      'Choose Enable GuardDuty.',
      'If it is suspended, choose Settings, and re-enable it.',
    ],
    cli: 'aws guardduty create-detector --enable',
    terraform: `resource "aws_guardduty_detector" "this" {
  enable = true
}`,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_settingup.html',
  over: 'regions',
  needs: ['detector'],
  judge: ({ name, detector }) => {
    if (!detector) return fail(`GuardDuty has no detector in ${name}.`)
    return detector.enabled
      ? pass(`GuardDuty is enabled in ${name} with the detector ${detector.id}.`)
      : fail(`The GuardDuty detector ${detector.id} in ${name} is suspended.`)
  },
})
