package com.example.jboss;

import org.jboss.modules.Main;

/** A launcher that sets the system packages itself, and so overwrites what was set before. */
public final class Setting {
    /** Arguments: the packages, and those of JBoss Modules. */
    public static void main(String[] args) throws Throwable {
        System.setProperty("jboss.modules.system.pkgs", args[0]);
        String[] rest = new String[args.length - 1];
        System.arraycopy(args, 1, rest, 0, rest.length);
        Main.main(rest);
    }
}
