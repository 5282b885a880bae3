import { BulbOutlined, DownOutlined, MenuOutlined } from '@ant-design/icons'
import { useRouter } from '@tanstack/react-router'
import { landingPage } from '@millrace/contract/screens'
import { Button, Dropdown } from 'antd'
import { signOut } from '../access/sessions/sign-out.ts'
import { useSession } from '../access/sessions/use-session.ts'
import { chooseTheme, useTheme } from '../theme/theme-choice.ts'
import { Avatar } from '../people/users/Avatar.tsx'
import { useAddress, useGo } from '../routing/address.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { loginWith } from '../routing/guard.ts'
import { palette } from './palette-state.ts'
import { sidebar } from './sidebar-state.ts'
import styles from './top-bar.module.css'

const command = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘ K' : 'Ctrl K'

/** 46 px: menu toggle, breadcrumbs, Go to…, theme, person (NAV-049 to NAV-053). */
export function TopBar() {
  const { open } = sidebar.use()
  const { path } = useAddress()
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.bar}>
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label="Menu"
        aria-expanded={open}
        className={styles.icon}
        onClick={sidebar.toggle}
      />
      <Breadcrumbs path={path} />
      <div className={styles.tools}>
        <Button className={styles.goTo} onClick={palette.open} aria-keyshortcuts="Control+K Meta+K">
          Go to… <kbd>{command}</kbd>
        </Button>
        <Button
          type="text"
          icon={<BulbOutlined />}
          aria-label={`Use the ${other} theme`}
          title={`Use the ${other} theme`}
          className={styles.icon}
          onClick={() => chooseTheme(other)}
        />
        <Person />
      </div>
    </header>
  )
}

function Person() {
  const { user, role } = useSession()
  const go = useGo()
  const router = useRouter()
  const leave = async () => {
    const { pathname, searchStr } = router.state.location
    const target = loginWith(`${pathname}${searchStr}`)
    await signOut()
    if (target.go === 'to') go(target.path, target.search)
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'home', label: 'Home' },
          { key: 'out', label: 'Log Out' },
        ],
        onClick: ({ key }) => (key === 'home' ? go(landingPage(role)) : void leave()),
      }}
    >
      <Button type="text" className={styles.person}>
        <span className={styles.avatar}>
          <Avatar firstName={user.name.firstName} lastName={user.name.lastName} picture={user.avatar} size={26} />
        </span>
        <span className={styles.name}>
          {user.name.firstName} {user.name.lastName} ({role})
        </span>
        <DownOutlined aria-hidden="true" />
      </Button>
    </Dropdown>
  )
}
