import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

const dayMs = 86_400_000

export default check({
  id: 'ec2_instance_older_than_specific_days',
  title: 'Running instance was started not too long ago',
  risk: 'A machine that has run for very long has missed kernel patches and has drifted from whatever it was built from.',
  fix: {
    text: 'Replace the instance by one from a current image, or patch and restart it.',
    url: 'https://docs.aws.amazon.com/systems-manager/latest/userguide/patch-manager.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/update-management.html',
  over: 'instances',
  needs: ['launched_at'],
  config: { max_ec2_instance_age_in_days: 180 },
  judge: ({ instance_id, name, state, launched_at }, { now, config }) => {
    const it = label(instance_id, name)
    const max = config.max_ec2_instance_age_in_days
    if (state !== 'running') return pass(`${it} is not running (${state}).`)
    const days = Math.floor((now.getTime() - Date.parse(launched_at)) / dayMs)
    return days > max
      ? fail(`${it} has run for ${days} days, longer than ${max}.`)
      : pass(`${it} has run for ${days} of at most ${max} days.`)
  },
})
