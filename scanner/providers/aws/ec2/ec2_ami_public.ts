import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_ami_public',
  title: 'Machine image is not public',
  risk: 'Anyone can start a machine from a public image and search its disk for keys, code and customer data that were left in it.',
  fix: {
    text: 'Remove the public launch permission, and share the image with the accounts that need it.',
    cli: 'aws ec2 modify-image-attribute --image-id <id> --launch-permission "Remove=[{Group=all}]"',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/sharingamis-intro.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/block-public-access-to-amis.html',
  over: 'images',
  needs: ['public'],
  judge: ({ image_id, name, public: open }) =>
    open
      ? fail(`${label(image_id, name)} can be launched by everybody.`)
      : pass(`${label(image_id, name)} is not public.`),
})
