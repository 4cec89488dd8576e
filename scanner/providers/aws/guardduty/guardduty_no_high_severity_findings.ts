import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_no_high_severity_findings',
  title: 'GuardDuty has no open high-severity findings',
  description:
    'Reads the findings of the detector in each region that have a severity of 7 or higher and are not archived.',
  risk: 'GuardDuty has detected a likely attack in the account, and no one has responded.',
  decision:
    'Passes if the detector has no unarchived finding of severity 7 or higher (high and critical). Fails if it has at least one. The count covers the first page with findings, up to fifty. A region without a detector or with a suspended one gives no finding.',
  fix: {
    text: 'Investigate each high-severity finding, remove its cause, and archive it.',
    console: [
      'Open Amazon GuardDuty in the region, choose Findings, and filter by the severities High and Critical.',
      'Open each finding, review the resource and the actor, and respond to it.',
      'After you resolve it, choose Actions, then Archive.',
    ],
    cli: 'aws guardduty archive-findings --detector-id <detector> --finding-ids <finding id>',
    terraform: null,
  },
  source: 'https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_findings-severity.html',
  links: ['https://docs.aws.amazon.com/guardduty/latest/ug/guardduty_remediate.html'],
  over: 'regions',
  needs: ['detector', 'severe'],
  judge: ({ name, detector, severe }) => {
    if (!detector?.enabled || !severe) return []
    return severe.count === 0
      ? pass(`GuardDuty has no open high-severity findings in ${name}.`)
      : fail(
          `GuardDuty has ${severe.more ? 'more than ' : ''}${severe.count} open high-severity findings in ${name}.`,
        )
  },
})
