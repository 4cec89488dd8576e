import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_with_outdated_ami',
  title: 'Instance was started from an image that is still kept up',
  risk: 'An image that is deprecated or withdrawn gets no more updates, so the machine started with known flaws and cannot be replaced by its like.',
  fix: {
    text: 'Build the machine anew from a current image, and let the launch template follow the image’s latest version.',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-deprecate.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ami-deprecate.html',
  over: 'instances',
  needs: ['image'],
  judge: ({ instance_id, name, image_id, image }, { now }) => {
    const it = label(instance_id, name)
    if (!image) return fail(`${it} was started from ${image_id}, which is no longer available.`)
    const { deprecated_at: deprecated } = image
    if (!deprecated) return pass(`${it} was started from ${image_id}, which has no end date.`)
    return Date.parse(deprecated) <= now.getTime()
      ? fail(`${it} was started from ${image_id}, which is deprecated since ${deprecated}.`)
      : pass(`${it} was started from ${image_id}, which is kept up until ${deprecated}.`)
  },
})
