import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_is_enabled',
  title: 'GuardDuty watches the region',
  description:
    'Reads whether each region has a detector of Amazon GuardDuty, and whether it is running.',
  risk: 'Stolen keys, machines that dig for coins and calls from strange places are not noticed; intruders prefer regions that nobody uses.',
  decision:
    'Passes when the region has a detector that is enabled. Fails when it has none, and when the detector is suspended. Each region is asked, used or not.',
  fix: {
    text: 'Turn on GuardDuty in every region.',
    console: [
      'Open Amazon GuardDuty in the region, and choose Get started.',
      'Choose Enable GuardDuty.',
      'Where it is suspended, choose Settings, and re-enable it.',
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
      ? pass(`GuardDuty watches ${name} by the detector ${detector.id}.`)
      : fail(`The detector ${detector.id} of GuardDuty in ${name} is suspended.`)
  },
})
