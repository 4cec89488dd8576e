import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'guardduty_no_high_severity_findings',
  title: 'GuardDuty has no severe findings open',
  description:
    'Asks the detector of each region for findings of a severity of 7 and more that nobody archived.',
  risk: 'GuardDuty says that somebody is at work in the account right now, and nobody has answered.',
  decision:
    'Passes when the detector has no finding of severity 7 or higher (high and critical) that is not archived. Fails when it has at least one; counted are those of the first page that has any, fifty at most. A region without a detector, or with one that is suspended, is not judged.',
  fix: {
    text: 'Look into each severe finding, end what caused it, and archive it.',
    console: [
      'Open Amazon GuardDuty in the region, choose Findings, and filter by the severities High and Critical.',
      'Open each finding, follow what it says of the resource and the actor, and act on it.',
      'When it is dealt with, choose Actions, then Archive.',
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
      ? pass(`GuardDuty has no severe findings open in ${name}.`)
      : fail(
          `GuardDuty has ${severe.more ? 'more than ' : ''}${severe.count} severe findings open in ${name}.`,
        )
  },
})
