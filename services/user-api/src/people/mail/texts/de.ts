import type { Texts } from './en.ts';

export const de: Texts = {
  tag: 'de',
  quotes: ['„', '“'],
  asked: {
    sign_up: {
      subject: 'Registrierung abschließen',
      what: 'Jemand, vermutlich Sie, möchte mit dieser Adresse ein Konto anlegen. Folgen Sie dem Link, um fortzufahren.',
      button: 'Mein Konto anlegen',
      ifNotYou: 'Wenn Sie das nicht waren, tun Sie nichts: Ohne den Link wird kein Konto angelegt.',
    },
    confirm: {
      subject: 'Bestätigen Sie Ihre Adresse',
      what: 'Jemand, vermutlich Sie, hat diese Adresse für ein Konto angegeben. Folgen Sie dem Link, um zu bestätigen, dass sie Ihnen gehört.',
      button: 'Meine Adresse bestätigen',
      ifNotYou: 'Wenn Sie das nicht waren, tun Sie nichts: Die Adresse bleibt dann unbestätigt.',
    },
    already_account: {
      subject: 'Sie haben schon ein Konto',
      what: 'Jemand, vermutlich Sie, wollte sich mit dieser Adresse registrieren. Sie hat schon ein Konto. Sie können sich anmelden oder hier ein neues Passwort wählen: {reset}',
      button: 'Anmelden',
      ifNotYou: 'Wenn Sie das nicht waren, tun Sie nichts: Es hat sich nichts geändert.',
    },
    invitation: {
      subject: 'Sie sind in eine Organisation eingeladen',
      what: 'Sie sind eingeladen, einer Organisation beizutreten. {name} auf {host} ist der Dienst, über den sich Menschen anmelden und ihre Geräte verbinden.',
      button: 'Einladung ansehen',
      ifNotYou: 'Wenn Sie nicht kennen, wer Sie einlädt, tun Sie nichts: Die Einladung endet von selbst.',
    },
    invitation_account: {
      subject: 'Sie sind eingeladen, ein Konto anzulegen',
      what: 'Sie sind eingeladen, ein Konto anzulegen. {name} auf {host} ist der Dienst, über den sich Menschen anmelden und ihre Geräte verbinden.',
      button: 'Einladung ansehen',
      ifNotYou: 'Wenn Sie nicht kennen, wer Sie einlädt, tun Sie nichts: Die Einladung endet von selbst.',
    },
    reset: {
      subject: 'Neues Passwort wählen',
      what: 'Jemand, vermutlich Sie, hat ein neues Passwort für Ihr Konto angefordert.',
      button: 'Neues Passwort wählen',
      ifNotYou: 'Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    },
    ask_operator: {
      subject: 'Ihr Passwort lässt sich nicht per E-Mail zurücksetzen',
      what: 'Jemand, vermutlich Sie, hat ein neues Passwort für Ihr Konto angefordert. Das Konto gehört einem Betreiber und hat keinen Einmalcode, deshalb kann keine E-Mail es zurücksetzen. Fragen Sie einen anderen Betreiber, oder benutzen Sie den Befehl „latchkey-user-api operators reset“.',
      button: null,
      ifNotYou: 'Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    },
    email_taken: {
      subject: 'Diese Adresse hat schon ein Konto',
      what: 'Jemand, vermutlich Sie, wollte diese Adresse für ein anderes Konto verwenden. Sie hat schon ein Konto, deshalb hat sich nichts geändert.',
      button: null,
      ifNotYou: 'Wenn Sie das nicht waren, tun Sie nichts: Es hat sich nichts geändert.',
    },
    email_changed: {
      subject: 'Die Adresse Ihres Kontos wurde geändert',
      what: 'Ihr Konto hat jetzt eine andere E-Mail-Adresse. Wenn Sie das nicht waren, folgen Sie dem Link: Er stellt diese Adresse wieder her und beendet Ihr Passwort und alle Anmeldungen.',
      button: 'Meine Adresse wiederherstellen',
      ifNotYou: 'Wenn Sie die Adresse selbst geändert haben, tun Sie nichts.',
    },
  },
  invitedTo: 'Sie sind zu {org} eingeladen',
  copyAddress: 'Oder kopieren Sie diese Adresse:',
  notices: {
    password_changed: {
      subject: 'Ihr Passwort wurde geändert',
      what: 'Das Passwort Ihres Kontos wurde geändert.',
    },
    codes_on: {
      subject: 'Einmalcodes sind eingeschaltet',
      what: 'Für Ihr Konto wurden Einmalcodes eingeschaltet. Ab jetzt verlangt eine Anmeldung einen.',
    },
    codes_off: {
      subject: 'Einmalcodes sind ausgeschaltet',
      what: 'Für Ihr Konto wurden Einmalcodes ausgeschaltet. Eine Anmeldung verlangt jetzt nur noch Ihr Passwort.',
    },
    recovery_used: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      what: 'Einer der Wiederherstellungscodes Ihres Kontos wurde anstelle eines Einmalcodes benutzt. Er ist damit verbraucht.',
    },
    recovery_replaced: {
      subject: 'Ihre Wiederherstellungscodes wurden ersetzt',
      what: 'Ihr Konto hat neue Wiederherstellungscodes erhalten. Die alten funktionieren nicht mehr.',
    },
    passkey_added: {
      subject: 'Ein Passkey wurde hinzugefügt',
      what: 'Zu Ihrem Konto wurde ein Passkey hinzugefügt. Mit ihm meldet man sich ohne Passwort und ohne Einmalcode an.',
    },
    passkey_removed: {
      subject: 'Ein Passkey wurde entfernt',
      what: 'Aus Ihrem Konto wurde ein Passkey entfernt. Was damit vorher angemeldet wurde, bleibt angemeldet.',
    },
    passkey_refused: {
      subject: 'Ein Passkey wurde vielleicht kopiert',
      what: 'Eine Anmeldung mit einem Passkey Ihres Kontos wurde abgelehnt, weil es von diesem Passkey eine Kopie zu geben scheint. Der Passkey funktioniert weiter: Wenn Sie den Grund nicht kennen, entfernen Sie ihn.',
    },
    passkeys_ended: {
      subject: 'Alle Passkeys wurden entfernt',
      what: 'Alle Passkeys Ihres Kontos wurden entfernt. Mit keinem von ihnen kann man sich noch anmelden.',
    },
    locked: {
      subject: 'Zu viele falsche Passwörter',
      what: 'Für Ihr Konto wurden zu viele falsche Passwörter eingegeben. Vorerst können Sie sich nur mit Browsern und Geräten anmelden, die Sie schon benutzt haben.',
    },
    deleted: {
      subject: 'Ihr Konto wurde gelöscht',
      what: 'Ihr Konto wurde gelöscht. Alle seine Anmeldungen, Geräte und Apps sind beendet.',
    },
    password_reset: {
      subject: 'Ein Betreiber hat Ihr Passwort zurückgesetzt',
      what: 'Ein Betreiber hat Ihrem Konto ein vorläufiges Passwort gegeben. Alle Ihre Anmeldungen sind beendet.',
    },
    codes_reset: {
      subject: 'Ein Betreiber hat Ihre Einmalcodes ausgeschaltet',
      what: 'Ein Betreiber hat die Einmalcodes Ihres Kontos ausgeschaltet. Eine Anmeldung verlangt jetzt nur noch Ihr Passwort.',
    },
    passkeys_reset: {
      subject: 'Ein Betreiber hat Ihre Passkeys entfernt',
      what: 'Ein Betreiber hat alle Passkeys Ihres Kontos entfernt. Mit keinem von ihnen kann man sich noch anmelden.',
    },
    device: {
      subject: 'Ein Gerät hat Zugriff auf Ihr Konto erhalten',
      what: 'Ein Gerät oder eine App hat Zugriff auf Ihr Konto erhalten. Daran war etwas neu: die App, der Name des Geräts oder sein Netz.',
    },
    number_wrong: {
      subject: 'Eine falsche Zahl hat einem Gerät den Zugriff verwehrt',
      what: 'Ein Gerät sollte Zugriff auf Ihr Konto erhalten, und zweimal wurde eine falsche Zahl eingegeben. Es hat keinen Zugriff erhalten. Wenn Sie dies nicht selbst begonnen haben, hat jemand anderes Ihnen den Code geschickt.',
    },
    app: {
      subject: 'Sie haben sich bei einer App angemeldet',
      what: 'Sie haben sich mit Ihrem Konto bei einer App angemeldet. Daran war etwas neu: die App oder das Netz Ihres Browsers.',
    },
    admin_granted: {
      subject: 'Eine App hat die Rechte eines Betreibers erhalten',
      what: 'Eine App hat in Ihrem Namen die Rechte eines Betreibers erhalten.',
    },
    drop_filled: {
      subject: 'Ein Geheimnis, um das Sie gebeten haben, ist da',
      what: 'Jemand hat ein Geheimnis eingegeben, um das Sie gebeten haben. Nur Sie können es öffnen, einmal, mit dem Schlüssel Ihres Links.',
    },
    drop_taken: {
      subject: 'Eines Ihrer Geheimnisse wurde geöffnet',
      what: 'Ein Geheimnis, das Sie übergeben oder um das Sie gebeten haben, wurde geöffnet. Niemand kann es noch einmal öffnen.',
    },
    drop_closed: {
      subject: 'Falsche Schlüssel für eines Ihrer Geheimnisse',
      what: 'An einem Ihrer Geheimnisse wurden zu viele falsche Schlüssel versucht. Keiner hat es geöffnet, und wer sie versucht hat, muss warten.',
    },
    signal_off: {
      subject: 'Signale sind abgeschaltet',
      what: 'Die Signale eines Abonnements, das Sie angelegt haben, sind abgeschaltet: Drei Tage lang kam von seiner Adresse keine Antwort oder nur Fehler, oder sie meldete, dass es sie nicht mehr gibt.',
    },
    digest: {
      subject: 'Viele Sicherheitshinweise',
      what: 'Mit Ihrem Konto ist innerhalb einer Stunde mehr geschehen, als einzelne E-Mails melden. Weitere Hinweise: {count}. Sie sehen alle unter „Aktivität“.',
    },
  },
  labels: {
    app: 'App',
    device: 'Gerät, wie es sich nennt',
    deviceFrom: 'Adresse des Geräts',
    from: 'Von',
    when: 'Wann',
    org: 'Organisation',
    role: 'Rolle',
    inviter: 'Eingeladen von',
    newAddress: 'Neue Adresse',
    label: 'Bezeichnung',
    dropKind: 'Art',
  },
  roles: { owner: 'Eigentümer', admin: 'Verwalter', member: 'Mitglied' },
  linkLife: {
    sign_up: 'Der Link gilt einmal, 24 Stunden lang.',
    confirm: 'Der Link gilt einmal, 24 Stunden lang.',
    reset: 'Der Link gilt einmal, 30 Minuten lang.',
    invitation: 'Der Link gilt einmal, 7 Tage lang.',
    restore: 'Der Link gilt einmal, 24 Stunden lang.',
  },
  seeAccount: 'Mein Konto ansehen',
  ifNotYou: {
    signal:
      'Sehen Sie nach, was dort antwortet, und schalten Sie sie mit dem Befehl „latchkey signals on“ wieder ein. Was wartet, wird dann gesendet.',
    drop: 'Wenn Sie das nicht erwartet haben, sehen Sie nach Ihren Geheimnissen: {account}\nWenn ein Geheimnis den Falschen bekannt sein könnte, ersetzen Sie es dort, wo es gilt.',
    changed:
      'Wenn Sie das nicht waren, wählen Sie jetzt ein neues Passwort: {reset}\nBeenden Sie, was Sie nicht kennen: {account}',
    device:
      'Wenn Sie das nicht waren, beenden Sie jetzt den Zugriff: {account}\nWählen Sie dann ein neues Passwort: {reset}',
    operator: 'Wenn Sie nicht darum gebeten haben, fragen Sie einen Betreiber, den Sie kennen.',
    deleted: 'Wenn Sie das nicht waren, wenden Sie sich jetzt an einen Betreiber dieser Installation.',
  },
  footer: '{name} auf {host} hat diese E-Mail selbsttätig gesendet. Niemand liest Antworten darauf.',
};
