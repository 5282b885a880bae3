import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import styles from './component-editor.module.css'

type Props = { id: string; name: string; onClose: () => void }

/** What runs when the saved component runs, and what looks odd in it (CMP-037, D-113). */
export function GenerateDialog({ id, name, onClose }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ['generated code', id],
    queryFn: () => call('POST /components/{id}/generate', { params: { id }, quiet: true }),
    // It is of what was saved last, so it is asked for each time.
    gcTime: 0,
  })
  const copy = async () => {
    if (await copyText(data?.jsCode ?? '')) toast.success('The code is copied to the clipboard')
    else toast.error('The browser refused the clipboard.')
  }
  return (
    <Dialog
      title={`Code of ${name}`}
      width={75}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={data === undefined} onClick={() => void copy()}>
            Copy
          </Button>
          <Button onClick={onClose} data-first-focus>
            Close
          </Button>
        </>
      }
    >
      {data === undefined && error === null && <SkeletonRows rows={6} />}
      {data === undefined && error !== null && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <p role="status">
            {data.warnings.length === 0 ? 'The component is built, and nothing looks odd.' : 'The component is built.'}
          </p>
          {data.warnings.map((warning) => (
            <Notice key={warning} look="line">
              {warning}
            </Notice>
          ))}
          <pre className={styles.code} tabIndex={0} aria-label="Generated code">
            {data.jsCode}
          </pre>
        </>
      )}
    </Dialog>
  )
}
