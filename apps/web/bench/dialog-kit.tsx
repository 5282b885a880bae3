import { Button, Modal } from 'antd'

export function Part() {
  return (
    <Modal open title="Confirmation" footer={<Button type="primary">Yes</Button>}>
      Do you want to delete it?
    </Modal>
  )
}
